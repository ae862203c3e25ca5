// Translations of products by id, on disk: they come before or after their product, in the same file or another. The database is a
// temporary one of SQLite: only its owner can read it, and it is gone when it is closed, even by a kill.

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parseJson } from '../../../domain/text/parse-json.ts';
import type { SourcePlace } from '../source-format.ts';
import type { Translation } from './sections/translation-section.ts';

const CACHE_KIB = 8 * 1024;

interface TextRow {
  readonly locale: string;
  readonly texts: string;
  readonly line: number;
  readonly file: string | null;
}

export class TranslationIndex {
  readonly #database = new DatabaseSync('');
  readonly #insert: StatementSync;
  readonly #first: StatementSync;
  readonly #find: StatementSync;
  readonly #use: StatementSync;

  constructor() {
    this.#database.exec(
      `PRAGMA cache_size = -${CACHE_KIB}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
       CREATE TABLE texts (id TEXT NOT NULL, locale TEXT NOT NULL, line INTEGER NOT NULL, file TEXT,
         is_used INTEGER NOT NULL DEFAULT 0, texts TEXT NOT NULL);
       CREATE UNIQUE INDEX texts_by_id ON texts (id, locale);
       BEGIN`,
    );
    this.#insert = this.#database.prepare(
      'INSERT OR IGNORE INTO texts (id, locale, line, file, texts) VALUES (?, ?, ?, ?, ?)',
    );
    this.#first = this.#database.prepare('SELECT line, file FROM texts WHERE id = ? AND locale = ?');
    this.#find = this.#database.prepare('SELECT locale, texts FROM texts WHERE id = ? ORDER BY locale');
    this.#use = this.#database.prepare('UPDATE texts SET is_used = 1 WHERE id = ?');
  }

  /** The place of the first one if there is one already; undefined if it was added. */
  add({ id, locale, texts }: Translation, { line, file }: SourcePlace): SourcePlace | undefined {
    const { changes } = this.#insert.run(id, locale, line, file ?? null, JSON.stringify(texts));
    if (changes === 1) return undefined;
    return placeOf(this.#first.get(id, locale) as unknown as TextRow);
  }

  /** The texts of a product by locale. */
  take(id: string): Record<string, unknown> {
    const rows = this.#find.all(id) as unknown as TextRow[];
    if (rows.length > 0) this.#use.run(id);
    return Object.fromEntries(rows.map(({ locale, texts }) => [locale, parseJson(texts)]));
  }

  /** Those whose product did not come. */
  *unused(): Generator<SourcePlace> {
    const rows = this.#database.prepare('SELECT line, file FROM texts WHERE is_used = 0 ORDER BY rowid');
    for (const row of rows.iterate()) yield placeOf(row as unknown as TextRow);
  }

  close(): void {
    this.#database.close();
  }
}

const placeOf = ({ line, file }: TextRow): SourcePlace => ({ line, ...(file === null ? {} : { file }) });
