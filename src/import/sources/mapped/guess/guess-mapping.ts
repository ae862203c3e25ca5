// Writes a first mapping from the names and values of columns. It is a start for people to correct, with a note for each column
// that it does not know.

import type { SourceFile } from '../../source-format.ts';
import type { MappedKind } from '../read-mapping.ts';
import { type ColumnFacts, findColumns, showSample } from './column-facts.ts';
import { guessCategories, guessDate, guessHtml, guessNumber, guessSplit } from './guess-formats.ts';
import { knownNames, type WantedField } from './known-names.ts';

export type GuessedMapping = { readonly text: string } | { readonly fault: string };

type Written = Record<string, unknown>;

/** Longer texts are no attributes. */
const ATTRIBUTE_MAX_CHARS = 300;
const NO_DATE = '1970-01-01';
const PROTO = '__proto__';

export const guessMapping = async (
  files: readonly SourceFile[],
  kind: MappedKind,
): Promise<GuessedMapping> => {
  const found = await findColumns(files);
  if ('fault' in found) return found;
  const guess = new Guess(found.columns, found.rows);
  const mapping =
    kind === 'products' ? guess.products() : kind === 'content' ? guess.content() : guess.forms();
  return { text: `${JSON.stringify({ notes: guess.notes(), ...mapping }, null, 2)}\n` };
};

class Guess {
  readonly #columns: readonly ColumnFacts[];
  readonly #rows: readonly Readonly<Record<string, unknown>>[];
  readonly #taken = new Set<string>();
  readonly #notes: string[] = [];
  #others = 'is not mapped';

  constructor(columns: readonly ColumnFacts[], rows: readonly Readonly<Record<string, unknown>>[]) {
    this.#columns = columns;
    this.#rows = rows;
  }

  notes(): readonly string[] {
    const free = this.#columns.filter(({ name }) => !this.#taken.has(name));
    return [
      ...this.#notes,
      ...free.map((column) => `the column "${column.name}" (${showSample(column)}) ${this.#others}`),
    ];
  }

  products(): Written {
    const parent = this.#parentPath();
    const isCategories = parent !== undefined || this.#find('parent_id') !== undefined;
    if (isCategories && this.#find('prices') === undefined) {
      const category = this.#fields(['id', 'category_name', 'parent_id']);
      const { category_name: name, ...rest } = category;
      return { category: { ...rest, ...(name === undefined ? {} : { name }), ...parent } };
    }
    this.#others = 'is not mapped; it becomes an attribute of its name, since "other_columns" is true';
    const locale = this.#find('locale');
    const product: Written = this.#fields(['id']);
    this.#takeName(product);
    Object.assign(
      product,
      this.#fields(['sku', 'brand', 'slug', 'url', 'prices', 'sale_prices', 'retail_prices', 'images']),
      this.#fields(['categories', 'collection_ids', 'in_stock', 'created_at', 'popularity']),
    );
    const description = this.#description();
    if (description !== undefined) product['description'] = description;
    if (locale !== undefined) {
      this.#taken.add(locale.name);
      product['translation'] = { locale: locale.name };
      this.#notes.push(
        `rows with another locale in "${locale.name}" are translations of the product with the same id`,
      );
    }
    this.#requires(product, 'id', 'name');
    return { product: { ...product, ...this.#renamed('attributes'), other_columns: true } };
  }

  content(): Written {
    this.#others = 'is not mapped; it becomes extra data of its name, since "other_columns" is true';
    const content = this.#fields([
      'provider_id',
      'locale',
      'type',
      'title',
      'url',
      'summary',
      'body',
      'keywords',
    ]);
    Object.assign(
      content,
      this.#fields(['image_url', 'created_at', 'created_by', 'modified_at', 'modified_by']),
    );
    content['type'] ??= { value: 'page' };
    content['url'] ??= content['provider_id'];
    this.#standInDate(content);
    this.#requires(content, 'provider_id', 'title', 'url');
    return { content: { ...content, ...this.#renamed('extra_data'), other_columns: true } };
  }

  forms(): Written {
    const form = this.#fields([
      'provider_id',
      'form_name',
      'display_name',
      'form_description',
      'created_at',
      'inputs',
    ]);
    const { provider_id: id, form_name: name, form_description: description, inputs, ...rest } = form;
    const fields = inputs === undefined ? {} : { fields: this.#inputs(String(inputs)) };
    const written: Written = {
      id,
      name,
      ...rest,
      ...(description === undefined ? {} : { description }),
      ...fields,
    };
    this.#standInDate(written);
    this.#requires(written, 'id', 'name');
    return { form: written };
  }

  #find(field: WantedField): ColumnFacts | undefined {
    for (const name of knownNames(field)) {
      const column = this.#columns.find(({ plainName }) => plainName === name);
      if (column !== undefined && !this.#taken.has(column.name) && column.samples.length > 0) return column;
    }
    return undefined;
  }

  #fields(wanted: readonly WantedField[]): Written {
    const fields: Written = {};
    for (const field of wanted) {
      const column = this.#find(field);
      const rule = column === undefined ? undefined : ruleFor(field, column);
      if (column === undefined || rule === undefined) continue;
      this.#taken.add(column.name);
      fields[field] = rule;
    }
    return fields;
  }

  /** A name that only repeats the id is no name, if there is a title. */
  #takeName(product: Written): void {
    const name = this.#columns.find(({ plainName }) => plainName === 'name');
    const title = this.#columns.find(({ plainName }) => plainName === 'title');
    const id = product['id'];
    const repeats =
      name !== undefined &&
      this.#rows.every((row) => row[name.name] === undefined || row[name.name] === row[String(id)]);
    if (repeats && title !== undefined) {
      this.#taken.add(title.name);
      product['name'] = title.name;
    } else Object.assign(product, this.#fields(['name']));
  }

  #description(): unknown {
    const first = this.#find('description');
    const long = this.#columns.filter(
      (column) => column.isText && column.maxChars > ATTRIBUTE_MAX_CHARS && !this.#taken.has(column.name),
    );
    const columns = [...new Set([...(first === undefined ? [] : [first]), ...long])];
    if (columns.length === 0) return undefined;
    for (const { name } of columns) this.#taken.add(name);
    const html = Object.assign({}, ...columns.map(guessHtml)) as Written;
    const names = columns.map(({ name }) => name);
    const source = names.length === 1 ? { from: names[0] } : { join: names, with: '\n\n' };
    return shorten({ ...source, ...html });
  }

  /** No attribute can have this name. */
  #renamed(field: 'attributes' | 'extra_data'): Written {
    if (this.#taken.has(PROTO) || !this.#columns.some(({ name }) => name === PROTO)) return {};
    this.#taken.add(PROTO);
    const names = new Set(this.#columns.map(({ name }) => name));
    let free = 'proto';
    while (names.has(free)) free += '_';
    this.#notes.push(`the column "${PROTO}" becomes "${free}", since its own name is not allowed`);
    return { [field]: { [free]: PROTO } };
  }

  /** A list of objects with ids whose last one is the row itself. */
  #parentPath(): Written | undefined {
    const path = this.#columns.find(
      ({ plainName, isList }) => isList && (plainName === 'path' || plainName === 'ancestors'),
    );
    const isPath = path?.samples.every((item) => typeof item === 'object' && item !== null && 'id' in item);
    if (path === undefined || isPath !== true) return undefined;
    this.#taken.add(path.name);
    return { parent_id: `${path.name}.-2.id` };
  }

  #inputs(column: string): Written {
    const items = this.#columns.find(({ name }) => name === column)?.samples ?? [];
    const has = (name: string): boolean =>
      items.some((item) => typeof item === 'object' && item !== null && Object.hasOwn(item, name));
    const pick = (names: readonly string[]): string | undefined => names.find(has);
    const label = pick(['label', 'title', 'question']);
    const required = pick(['is_required', 'required', 'isRequired']);
    this.#notes.push(
      'the fields of the forms are of the type "text"; map their types by "type" with "values"',
    );
    return {
      from: column,
      name: pick(['name', 'id', 'key']) ?? 'name',
      ...(label === undefined ? {} : { label }),
      ...(required === undefined ? {} : { is_required: required }),
    };
  }

  #standInDate(fields: Written): void {
    if (fields['created_at'] !== undefined) return;
    fields['created_at'] = { value: NO_DATE };
    this.#notes.push(`no column has the time of creation; "created_at" is ${NO_DATE} for all`);
  }

  #requires(fields: Written, ...names: readonly string[]): void {
    for (const name of names) {
      if (fields[name] !== undefined) continue;
      fields[name] = 'NAME OF THE COLUMN';
      this.#notes.push(`no column looks like "${name}"; write the name of the column there`);
    }
  }
}

/** The rule of a field from a column; undefined if its values do not fit. */
const ruleFor = (field: WantedField, column: ColumnFacts): unknown => {
  const from = { from: column.name };
  const more = (names: Written | undefined): unknown =>
    names === undefined ? undefined : shorten({ ...from, ...names });
  switch (field) {
    case 'prices':
    case 'sale_prices':
    case 'retail_prices':
      return more(guessNumber(column));
    case 'popularity':
      return column.isNumber ? column.name : undefined;
    case 'created_at':
    case 'modified_at':
      return more(guessDate(column));
    case 'in_stock':
      return column.isBoolean
        ? column.name
        : more(guessNumber(column) === undefined ? {} : { boolean: 'positive' });
    case 'categories':
      return more(guessCategories(column));
    case 'images':
    case 'keywords':
    case 'collection_ids':
      return more(guessSplit(column));
    case 'inputs':
      return column.isList ? column.name : undefined;
    default:
      return column.isList || column.isObject ? undefined : column.name;
  }
};

/** The name of a column alone is a rule too. */
const shorten = (rule: Written): unknown => {
  const names = Object.keys(rule);
  return names.length === 1 && names[0] === 'from' ? rule['from'] : rule;
};
