// Detects objects that several places of the files define. Categories and the like may be repeated exactly. Memory holds a digest
// and a number for each object.

import type { BundleKind, BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { SeenObjects } from '../spool/seen-objects.ts';
import type { SourcePlace } from './source-format.ts';

/** Many rows name the same category; files of one export repeat models. */
const mayRepeat: ReadonlySet<BundleKind> = new Set<BundleKind>(['category', 'content_model']);

const NUMBERS = 2 ** 32;

export class SeenPlaces {
  readonly #scope: WorkspaceScope;
  readonly #files: readonly string[];
  readonly #seen = new SeenObjects(undefined, mayRepeat);

  constructor(scope: WorkspaceScope, files: readonly string[]) {
    this.#scope = scope;
    this.#files = files;
  }

  /** Undefined if it is new, `equal` if it is as before, otherwise the fault. */
  note({ file, line }: SourcePlace, object: BundleObject): 'equal' | { readonly fault: string } | undefined {
    const each = this.#numbersEach;
    const index = file === undefined ? 0 : Math.max(0, this.#files.indexOf(file));
    const repetition = this.#seen.note(index * each + Math.min(line, each - 1), this.#scope, object);
    if (repetition === undefined) return undefined;
    if (repetition.isEqual) return 'equal';
    const first = repetition.firstLine;
    const inFile = this.#files.length === 1 ? '' : `${this.#files[Math.floor(first / each)]}, `;
    const differs = mayRepeat.has(object.kind) ? ' with other values' : '';
    const named = repetition.named.replace(/catalog_id "[^"]*", /, '');
    return { fault: `${named} is already in ${inFile}line ${first % each}${differs}` };
  }

  has(object: BundleObject): boolean {
    return this.#seen.has(this.#scope, object);
  }

  /** How many numbers there are for the lines of each file. */
  get #numbersEach(): number {
    return Math.floor(NUMBERS / Math.max(1, this.#files.length));
  }
}
