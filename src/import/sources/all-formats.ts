// The formats that can be imported, by name.

import { type ImportFormat, importFormats } from '../../domain/manage/import-job.ts';
import { contentful } from './contentful/contentful.ts';
import { guessMapping } from './mapped/guess/guess-mapping.ts';
import { contentFormat, formsFormat, productsFormat } from './mapped/mapped-format.ts';
import { type MappedKind, type Mapping, readMapping } from './mapped/read-mapping.ts';
import { shopifyCsv } from './shopify/shopify-csv.ts';
import type { SourceFile, SourceFormat } from './source-format.ts';
import { wxr } from './wxr/wxr.ts';

export type FormatChoice = PlainChoice | MappedChoice;

interface Choice {
  readonly name: ImportFormat;
  /** What it writes belongs to a catalog. */
  readonly needsCatalog: boolean;
}

export interface PlainChoice extends Choice {
  readonly format: SourceFormat;
}

/** A mapping says what becomes what. */
export interface MappedChoice extends Choice {
  /** `mapping`: the text of its file. */
  build(mapping: string): { readonly format: SourceFormat } | { readonly faults: readonly string[] };
  /** A first mapping for these files. */
  guess(files: readonly SourceFile[]): Promise<{ readonly text: string } | { readonly fault: string }>;
}

const plain = (name: ImportFormat, format: SourceFormat): PlainChoice => ({
  name,
  ...importFormats[name],
  format,
});

const mapped = (name: MappedKind, buildFormat: (mapping: Mapping) => SourceFormat): MappedChoice => ({
  name,
  ...importFormats[name],
  build: (text) => {
    const read = readMapping(text, name);
    return 'faults' in read ? read : { format: buildFormat(read.mapping) };
  },
  guess: (files) => guessMapping(files, name),
});

export const allFormats: readonly FormatChoice[] = [
  plain('shopify-csv', shopifyCsv),
  plain('wxr', wxr),
  plain('contentful', contentful),
  mapped('products', productsFormat),
  mapped('content', contentFormat),
  mapped('forms', formsFormat),
];
