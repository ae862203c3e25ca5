// The formats that can be imported, by name.

import type { SourceFormat } from './source-format.ts';
import { wxr } from './wxr/wxr.ts';

export interface FormatChoice {
  readonly name: string;
  /** What it writes belongs to a catalog. */
  readonly needsCatalog: boolean;
  /** A mapping says what becomes what. */
  readonly usesMapping: boolean;
  /** `mapping`: the text of the file. */
  build(mapping: string): { readonly format: SourceFormat } | { readonly faults: readonly string[] };
}

const plain = (format: SourceFormat, needsCatalog = true): FormatChoice => ({
  name: format.name,
  needsCatalog,
  usesMapping: false,
  build: () => ({ format }),
});

export const allFormats: readonly FormatChoice[] = [plain({ ...wxr, providerPrefix: 'wp-' })];
