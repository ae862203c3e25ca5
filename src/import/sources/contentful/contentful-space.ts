// What entries of a Contentful export refer to, collected in a first pass: content types, locales, assets, and which entries
// there are. It is bounded; links are resolved with it.

import { LOCALE_PATTERN } from '../../../contract/values.ts';
import { isObject, ownValue } from '../../../domain/text/json-value.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import type { SourceFault } from '../source-format.ts';
import { recordIdOf } from './contentful-ids.ts';
import { type ContentType, readContentType } from './contentful-types.ts';
import type { SectionItem } from './read-sections.ts';

const LOCALE = new RegExp(LOCALE_PATTERN);
const TYPES_MAX = 2_000;
const LOCALES_MAX = 200;
/** Characters of everything that is kept between the passes. */
const KEPT_MAX_CHARS = 128 * 1024 * 1024;
/** What an entry of a map takes beside its text. */
const ENTRY_CHARS = 64;

type Json = Readonly<Record<string, unknown>>;

/** A property of a property, if each is an object. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner: unknown, name) => (isObject(inner) ? ownValue(inner, name) : undefined), value);

export const textAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const text = at(value, ...path);
  return typeof text === 'string' && text !== '' ? text : undefined;
};

export class ContentfulSpace {
  readonly types = new Map<string, ContentType>();
  readonly fallbacks = new Map<string, string | undefined>();
  private givenDefault: string | undefined;
  /** Whether a locale may lack values of required fields. */
  hasOptionalLocale = false;
  private readonly widgets = new Map<string, string>();
  private readonly records = new Map<string, string>();
  private readonly assets = new Map<string, Json>();
  private chars = 0;

  get isTooMuch(): boolean {
    return this.chars > KEPT_MAX_CHARS || this.types.size > TYPES_MAX || this.fallbacks.size > LOCALES_MAX;
  }

  /** The first one if none is said to be it. */
  get defaultLocale(): string {
    return this.givenDefault ?? this.fallbacks.keys().next().value ?? '';
  }

  /** Faults are those of this pass only; entries are checked by the next one. */
  add({ section, value, line }: SectionItem): SourceFault | undefined {
    switch (section) {
      case 'contentTypes':
        return this.addType(value, line);
      case 'editorInterfaces':
        return this.addWidgets(value);
      case 'locales':
        return this.addLocale(value, line);
      case 'assets':
        return this.addAsset(value);
      case 'entries':
        return this.addEntry(value);
      default:
        return undefined;
    }
  }

  /** The widget in which editors see a field. */
  widgetOf(type: string, field: string): string | undefined {
    return this.widgets.get(JSON.stringify([type, field]));
  }

  /** The id of the record of an entry. */
  findRecord(entryId: string): string | undefined {
    return this.records.get(entryId);
  }

  /** The fields of an asset: title, description and file, by locale. */
  findAsset(id: string): Json | undefined {
    return this.assets.get(id);
  }

  private addType(value: unknown, line: number): SourceFault | undefined {
    const type = readContentType(value, line);
    if ('fault' in type) return type;
    if (this.types.has(type.id)) {
      return { line, column: 'sys.id', fault: 'repeats the id of an earlier content type', value: type.id };
    }
    this.types.set(type.id, type);
    this.chars += JSON.stringify(value).length;
    return undefined;
  }

  private addWidgets(value: unknown): undefined {
    const type = textAt(value, 'sys', 'contentType', 'sys', 'id');
    const controls = at(value, 'controls');
    if (type === undefined || !Array.isArray(controls)) return;
    for (const control of controls) {
      const [field, widget] = [textAt(control, 'fieldId'), textAt(control, 'widgetId')];
      if (field === undefined || widget === undefined) continue;
      this.keep(this.widgets, JSON.stringify([type, field]), widget, widget.length);
    }
  }

  private addLocale(value: unknown, line: number): SourceFault | undefined {
    const code = textAt(value, 'code') ?? '';
    if (!LOCALE.test(code) || code.length > 35) {
      return { line, column: 'code', fault: 'must be a locale such as en-US', value: code };
    }
    const locale = normalizeLocale(code);
    const fallback = textAt(value, 'fallbackCode');
    this.fallbacks.set(locale, fallback === undefined ? undefined : normalizeLocale(fallback));
    if (at(value, 'default') === true) this.givenDefault = locale;
    if (at(value, 'optional') === true) this.hasOptionalLocale = true;
    return undefined;
  }

  private addAsset(value: unknown): undefined {
    const [id, fields] = [textAt(value, 'sys', 'id'), at(value, 'fields')];
    if (id !== undefined && isObject(fields)) {
      this.keep(this.assets, id, fields, JSON.stringify(fields).length);
    }
  }

  private addEntry(value: unknown): undefined {
    const id = textAt(value, 'sys', 'id');
    if (id !== undefined && !isArchived(value))
      this.keep(this.records, id, recordIdOf(spaceOf(value), id), 36);
  }

  private keep<T>(map: Map<string, T>, key: string, value: T, chars: number): void {
    map.set(key, value);
    this.chars += key.length + chars + ENTRY_CHARS;
  }
}

export const isArchived = (entry: unknown): boolean =>
  at(entry, 'sys', 'archivedVersion') !== undefined || at(entry, 'sys', 'archivedAt') !== undefined;

export const spaceOf = (item: unknown): string => textAt(item, 'sys', 'space', 'sys', 'id') ?? '';
