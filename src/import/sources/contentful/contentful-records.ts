// Makes a record, a version and publications of an entry. An export has one text of each entry: the published one, or, if the
// entry was changed since, the changed one. The latter becomes a version that is not published.

import { isObject } from '../../../domain/text/json-value.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import type { SourceEntry, SourceObject, SourceTarget } from '../source-format.ts';
import { recordIdOf, versionIdOf } from './contentful-ids.ts';
import { fallbackChain, neededLocales } from './contentful-locales.ts';
import { createdAtOf, type FieldPlan, type ModelPlan } from './contentful-models.ts';
import { at, type ContentfulSpace, isArchived, spaceOf, textAt } from './contentful-space.ts';
import { readValue } from './contentful-values.ts';

const TITLE_MAX_CHARS = 1_000;

export interface EntryContext {
  readonly space: ContentfulSpace;
  readonly models: ReadonlyMap<string, ModelPlan>;
  readonly target: SourceTarget;
}

type Place = { readonly file?: string; readonly line: number };
type ByLocale = ReadonlyMap<string, unknown>;

export const entryObjects = (entry: unknown, context: EntryContext, place: Place): readonly SourceEntry[] => {
  const id = textAt(entry, 'sys', 'id');
  if (id === undefined)
    return [{ ...place, column: 'sys.id', fault: 'is missing: an entry must have an id' }];
  if (isArchived(entry)) return [{ ...place, skipped: 'archived entry' }];
  const typeId = textAt(entry, 'sys', 'contentType', 'sys', 'id') ?? '';
  const model = context.models.get(typeId);
  if (model === undefined) {
    const fault = 'must be the id of a content type in the files';
    return [{ ...place, column: 'sys.contentType.sys.id', fault, value: typeId }];
  }
  const notes: SourceEntry[] = [];
  const values = readFields(at(entry, 'fields') ?? {}, model, context.space, place, notes);
  if (values === undefined || notes.some((note) => 'fault' in note))
    return notes.filter((note) => 'fault' in note);
  return [...objectsOf(entry, id, model, values, context, place), ...notes];
};

/** Values by field and locale. Adds faults and what is left out to `notes`. */
const readFields = (
  fields: unknown,
  model: ModelPlan,
  space: ContentfulSpace,
  place: Place,
  notes: SourceEntry[],
): ReadonlyMap<string, ByLocale> | undefined => {
  if (!isObject(fields)) {
    notes.push({ ...place, column: 'fields', fault: 'must be an object' });
    return undefined;
  }
  const values = new Map<string, ByLocale>();
  for (const [name, byLocale] of Object.entries(fields)) {
    const plan = model.fields.get(name);
    const column = `fields.${name}`;
    if (plan === undefined) {
      notes.push({ ...place, column, skipped: 'value of a field that the content type does not have' });
    } else if (isObject(byLocale)) {
      values.set(name, readLocales(plan, byLocale, space, { ...place, column }, notes));
    } else {
      const value = JSON.stringify(byLocale).slice(0, 200);
      notes.push({ ...place, column, fault: 'must be an object with a value for each locale', value });
    }
  }
  return values;
};

const readLocales = (
  plan: FieldPlan,
  byLocale: Readonly<Record<string, unknown>>,
  space: ContentfulSpace,
  place: Place & { readonly column: string },
  notes: SourceEntry[],
): ByLocale => {
  const values = new Map<string, unknown>();
  for (const [code, given] of Object.entries(byLocale)) {
    const locale = normalizeLocale(code);
    const there = { ...place, column: `${place.column}.${code}` };
    if (!space.fallbacks.has(locale)) {
      notes.push({ ...there, skipped: 'value in a locale that the files do not list' });
      continue;
    }
    const read = readValue(plan.form, given, locale, space);
    if (read.expected !== undefined) {
      const fault = `must be ${read.expected}, as the content type says`;
      notes.push({ ...there, fault, value: JSON.stringify(given)?.slice(0, 200) ?? '' });
    }
    for (const skipped of read.skipped ?? []) notes.push({ ...there, skipped });
    if (read.value !== undefined) values.set(locale, read.value);
  }
  return values;
};

const objectsOf = (
  entry: unknown,
  id: string,
  model: ModelPlan,
  values: ReadonlyMap<string, ByLocale>,
  { space, target }: EntryContext,
  place: Place,
): readonly SourceEntry[] => {
  const sys = at(entry, 'sys');
  const times = createdAtOf(isObject(sys) ? sys : {});
  const { number, isPublished, isChanged } = stateOf(sys);
  const recordId = recordIdOf(spaceOf(entry), id);
  const versionId = versionIdOf(recordId, number);
  const localized = textsOf(id, model, values, space, target);
  const updated = textAt(sys, 'updatedAt') ?? times.created_at;
  const line = (object: SourceObject['object']): SourceObject => ({ ...place, object });
  const version = { kind: 'version', record_id: recordId, id: versionId, number, localized } as const;
  const objects: SourceEntry[] = [
    line({ kind: 'record', model: model.type.id, id: recordId, ...times }),
    line({ ...version, ...(updated === undefined ? {} : { created_at: updated }) }),
  ];
  const publishedAt = textAt(sys, 'publishedAt') ?? updated;
  for (const environment of isPublished ? target.environmentIds : []) {
    const publication = { kind: 'publication', record_id: recordId, environment_id: environment } as const;
    objects.push(line({ ...publication, version_id: versionId, published_at: publishedAt }));
  }
  if (isChanged) objects.push({ ...place, skipped: CHANGED, recordId });
  return objects;
};

const CHANGED = 'publication of an entry that was changed after it: the published text is not in the files';

/** Publishing counts as a version of its own: a published entry is one version ahead of what was published. */
const stateOf = (sys: unknown) => {
  const count = (name: string) => {
    const value = at(sys, name);
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const [version, published] = [count('version'), count('publishedVersion')];
  // What comes from the delivery interface has a revision and is published.
  if (version === undefined) {
    const revision = published ?? count('revision');
    return { number: revision ?? 1, isPublished: revision !== undefined, isChanged: false };
  }
  const isPublished = published !== undefined && version <= published + 1;
  const number = isPublished ? published : version;
  return { number, isPublished, isChanged: published !== undefined && !isPublished };
};

const textsOf = (
  id: string,
  model: ModelPlan,
  values: ReadonlyMap<string, ByLocale>,
  space: ContentfulSpace,
  target: SourceTarget,
): Readonly<Record<string, unknown>> => {
  const base = space.defaultLocale;
  const written = [...new Set([...values.values()].flatMap((byLocale) => [...byLocale.keys()]))];
  if (!written.includes(base)) written.unshift(base);
  const texts = new Map(written.map((locale) => [locale, textIn(locale, base, id, model, values, space)]));
  const needed = neededLocales(written, space.fallbacks, target.locale);
  return Object.fromEntries([...needed].map(([locale, source]) => [locale, texts.get(source)]));
};

/** The text in one locale. Values that are missing there are those that Contentful falls back to. */
const textIn = (
  locale: string,
  base: string,
  id: string,
  model: ModelPlan,
  values: ReadonlyMap<string, ByLocale>,
  space: ContentfulSpace,
) => {
  const inText = (name: string | undefined): unknown => {
    const byLocale = values.get(name ?? '');
    if (byLocale === undefined) return undefined;
    const isLocalized = model.fields.get(name ?? '')?.field.isLocalized === true;
    const chain = isLocalized ? fallbackChain(locale, space.fallbacks) : [base, ...byLocale.keys()];
    return byLocale.get(chain.find((each) => byLocale.has(each)) ?? '');
  };
  const own: Record<string, unknown> = {};
  const fields: [string, unknown][] = [];
  for (const [name, plan] of model.fields) {
    const value = inText(name);
    if (value === undefined) continue;
    if (ownNames.has(plan.name)) own[plan.name] = value;
    else fields.push([plan.name, value]);
  }
  const slug = inText(model.slugField);
  const title = inText(model.type.displayField);
  const image = [...model.fields.values()].find(({ form }) => form === 'asset')?.field.id;
  return {
    ...(slug === undefined ? {} : { page_slug: slug }),
    ...own,
    title: (typeof title === 'string' ? title : id).slice(0, TITLE_MAX_CHARS).toWellFormed(),
    image_url: textAt(inText(image), 'url') ?? null,
    fields: Object.fromEntries(fields),
  };
};

const ownNames: ReadonlySet<string> = new Set(['title', 'page_slug', 'summary', 'body']);
