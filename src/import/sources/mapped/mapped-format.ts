// Formats that a mapping describes: rows of NDJSON, JSON or CSV become products and categories, content or forms. A bad value is a
// fault of its row; the rows after it are read.

import { readRows } from '../rows/read-rows.ts';
import type { Row } from '../rows/row.ts';
import type {
  SourceEntry,
  SourceFile,
  SourceFormat,
  SourcePlace,
  SourceReach,
  SourceTarget,
} from '../source-format.ts';
import { MappedReach } from './mapped-reach.ts';
import type { MappedKind, Mapping } from './read-mapping.ts';
import { categoryLine } from './sections/category-section.ts';
import { contentLines } from './sections/content-section.ts';
import { formLine } from './sections/form-section.ts';
import { type ObjectOf, productLines } from './sections/product-section.ts';
import type { ReadRow, ValueProblem } from './sections/section-fields.ts';
import { translationIn, translationLocale } from './sections/translation-section.ts';
import { TranslationIndex } from './translation-index.ts';
import type { ColumnPath } from './values/column-path.ts';
import { RowValues, ValueFault } from './values/row-values.ts';

export const productsFormat = (mapping: Mapping): SourceFormat => buildFormat('products', mapping);

export const contentFormat = (mapping: Mapping): SourceFormat => buildFormat('content', mapping);

export const formsFormat = (mapping: Mapping): SourceFormat => buildFormat('forms', mapping);

/** Categories that many rows name are written once, as long as there are not more. */
const CATEGORIES_KEPT = 200_000;
const COLUMNS_SHOWN = 50;

const buildFormat = (name: MappedKind, mapping: Mapping): SourceFormat => ({
  name,
  async *read(files, target) {
    const translations = mapping.product?.translation === undefined ? undefined : new TranslationIndex();
    const reading = new Reading(mapping, target, translations);
    try {
      yield { reach: reading.reach };
      if (translations !== undefined) yield* reading.translations(files);
      yield* reading.objects(files);
      yield* reading.leftovers();
    } finally {
      translations?.close();
    }
  },
});

class Reading {
  readonly #mapping: Mapping;
  readonly #target: SourceTarget;
  readonly #index: TranslationIndex | undefined;
  readonly #categories = new Set<string>();
  readonly #reach: MappedReach;
  /** The columns of files that name them first. */
  readonly #headers = new Set<string>();

  constructor(mapping: Mapping, target: SourceTarget, index: TranslationIndex | undefined) {
    this.#mapping = mapping;
    this.#target = target;
    this.#index = index;
    this.#reach = new MappedReach(mapping, target);
  }

  get reach(): SourceReach['reach'] {
    return this.#reach.reach;
  }

  /** The first pass: only rows that are translations. */
  async *translations(files: readonly SourceFile[]): AsyncGenerator<SourceEntry> {
    const section = this.#mapping.product?.translation;
    for await (const { row, place } of this.#rows(files)) {
      if (row === undefined || section === undefined) continue;
      const read = this.#readRow(row);
      if (this.#skipReason(read) !== undefined) continue;
      const locale = translationLocale(section, read);
      const translation = locale === undefined ? undefined : translationIn(section, locale, read);
      const first = translation && this.#index?.add(translation, place);
      if (first !== undefined) {
        const where = first.file === undefined ? '' : ` of ${first.file}`;
        read.problems.push({
          fault: `the product has a text in this locale already, in line ${first.line}${where}; remove one of them`,
          value: `${translation?.id} ${locale}`,
        });
      }
      if (locale !== undefined) yield* problemsAt(read, place);
    }
  }

  /** The second pass, or the only one. */
  async *objects(files: readonly SourceFile[]): AsyncGenerator<SourceEntry> {
    for await (const entry of this.#rows(files)) {
      if (entry.row === undefined) {
        yield entry.other;
        continue;
      }
      const read = this.#readRow(entry.row);
      const reason = this.#skipReason(read);
      if (reason !== undefined) yield { ...entry.place, skipped: reason };
      else if (!this.#isTranslation(read)) yield* this.#objectsOf(read, entry.place);
    }
  }

  /** What can only be told at the end. */
  *leftovers(): Generator<SourceEntry> {
    if (this.#headers.size > 0) {
      for (const column of new Set(this.#mapping.columns.filter((path) => !this.#isKnown(path)))) {
        const known = [...this.#headers].slice(0, COLUMNS_SHOWN).join(', ');
        yield {
          line: 1,
          column: column.text,
          fault: `is in the mapping, but no file has this column; they have ${known}`,
        };
      }
    }
    for (const place of this.#index?.unused() ?? []) {
      yield { ...place, skipped: 'a translation of a product that is not in the files' };
    }
  }

  #isKnown({ text, steps }: ColumnPath): boolean {
    return this.#headers.has(text) || this.#headers.has(steps[0] ?? text);
  }

  async *#rows(files: readonly SourceFile[]) {
    for (const file of files) {
      const named = files.length > 1 ? { file: file.name } : {};
      for await (const entry of readRows(file, this.#mapping.rows)) {
        if ('names' in entry) {
          for (const column of entry.names) this.#headers.add(column);
          continue;
        }
        const place: SourcePlace = { line: entry.line, ...named };
        if ('cells' in entry) yield { row: entry, place };
        else yield { row: undefined, place, other: { ...entry, ...named } };
      }
    }
  }

  #readRow(row: Row): ReadRow {
    return { row: new RowValues(row.cells), target: this.#target, problems: [] };
  }

  #skipReason({ row, problems }: ReadRow): string | undefined {
    for (const rule of this.#mapping.skip) {
      try {
        const reason = rule.reason(row);
        if (reason !== undefined) return reason;
      } catch (error) {
        if (!(error instanceof ValueFault)) throw error;
        problems.push({ fault: error.message, column: error.column });
      }
    }
    return undefined;
  }

  #isTranslation(read: ReadRow): boolean {
    const section = this.#mapping.product?.translation;
    return section !== undefined && translationLocale(section, read) !== undefined;
  }

  *#objectsOf(read: ReadRow, place: SourcePlace): Generator<SourceEntry> {
    const { product, category, content, form } = this.#mapping;
    const objects: ObjectOf[] = [];
    if (category !== undefined) objects.push(categoryLine(category, read));
    if (product !== undefined) objects.push(...productLines(product, read));
    if (content !== undefined) objects.push(...contentLines(content, read));
    if (form !== undefined) objects.push(formLine(form, read));
    if (read.problems.length > 0) {
      yield* problemsAt(read, place);
      return;
    }
    for (const object of objects) {
      this.#reach.note(object);
      if (object.kind === 'product') yield { ...place, object: this.#withTranslations(object) };
      else if (object.kind !== 'category' || category !== undefined || this.#isNew(object))
        yield { ...place, object };
    }
  }

  #withTranslations(product: ObjectOf): ObjectOf {
    const texts = this.#index?.take(String(product['id'])) ?? {};
    if (Object.keys(texts).length === 0) return product;
    return { ...product, localized: { ...(product['localized'] as object | undefined), ...texts } };
  }

  #isNew(category: ObjectOf): boolean {
    const id = String(category['id']);
    if (this.#categories.has(id)) return false;
    if (this.#categories.size < CATEGORIES_KEPT) this.#categories.add(id);
    return true;
  }
}

const problemsAt = ({ problems }: ReadRow, place: SourcePlace): readonly SourceEntry[] =>
  problems.map((problem: ValueProblem) => ({ ...place, ...problem }));
