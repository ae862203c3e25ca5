// What an environment must show in a locale, by the plain model, compared with the service: the list of records, the
// preview of drafts and content search. If the model says nothing changed, not a byte may have changed.

import assert from 'node:assert/strict';
import type { PlainRecords, PlainVersion } from '../../suites/store/store-records-model.ts';
import {
  CATALOG_ID,
  type EnvironmentId,
  EVERYWHERE,
  environmentIds,
  environments,
  type LifecycleWorkspace,
  locales,
  RECORDS_PATH,
  titleOf,
} from './lifecycle-fixture.ts';

const kinds = ['records', 'preview', 'search'] as const;
type ViewKind = (typeof kinds)[number];

interface View {
  readonly kind: ViewKind;
  readonly environmentId: EnvironmentId;
  readonly locale: string;
}

const allViews: readonly View[] = kinds.flatMap((kind) =>
  environmentIds.flatMap((environmentId) => locales.map((locale) => ({ kind, environmentId, locale }))),
);

/** One record as a view shows it. */
interface ShownEntry {
  readonly id: string;
  readonly locale: string;
  readonly versionId: string;
  readonly number: number;
  readonly author: string | undefined;
  readonly state: string;
  /** The step that published it. */
  readonly at: string | null;
}

/** What is known of a run besides the model. */
export interface Story {
  /** When each step ran, by its number. */
  readonly times: Map<string, readonly [from: number, to: number]>;
  /** By version id, the step that wrote it. */
  readonly marks: Map<string, number>;
}

const chainOf = ({ environmentId, locale }: View): readonly string[] => [
  locale,
  locale.split('-')[0] as string,
  // A bare language matches its regional forms.
  ...locales.filter((other) => other.startsWith(`${locale}-`)).toSorted(),
  environments[environmentId],
];

const expectedIn = (plain: PlainRecords, view: View): ShownEntry[] => {
  const published = plain.published(view.environmentId);
  const findText = (recordId: string, versions: readonly PlainVersion[], locale: string) => {
    if (view.kind !== 'preview') {
      const standing = published.get(`${recordId} ${locale}`);
      return standing && { ...standing, state: 'published' };
    }
    const version = versions.at(-1);
    if (version === undefined || !version.locales.includes(locale)) return undefined;
    const { state = 'draft', at = null } = version.places.get(`${view.environmentId} ${locale}`) ?? {};
    return { version, state, at: state === 'published' ? at : null };
  };
  const entries = [...plain.records].flatMap(([id, versions]): ShownEntry[] => {
    for (const locale of chainOf(view)) {
      const found = findText(id, versions, locale);
      if (found === undefined) continue;
      const { version, state, at } = found;
      const { id: versionId, number, author } = version;
      return [{ id, locale, versionId, number, author, state, at }];
    }
    return [];
  });
  return entries.sort((a, b) => (a.id < b.id ? -1 : 1));
};

const pathOf = ({ kind, locale }: View): string =>
  kind === 'search'
    ? `/discovery/search/content?catalog_id=${CATALOG_ID}&q=${EVERYWHERE}&locale=${locale}&limit=100`
    : `${RECORDS_PATH}?locale=${locale}&sort_by=id&limit=100${kind === 'preview' ? '&preview=true' : ''}`;

interface RecordBody {
  readonly id: string;
  readonly locale: string;
  readonly version_id: string;
  readonly version_number: number;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly published_at: string | null;
  readonly state?: string;
}

interface SearchBody {
  readonly provider_id: string;
  readonly locale: string;
  readonly title: string;
  readonly extra_data: string;
}

const assertTime = (published: string | null, { at }: ShownEntry, story: Story): void => {
  const [from, to] = story.times.get(at ?? '') ?? [0, 0];
  const instant = Date.parse(published ?? '');
  const isRight = at === null ? published === null : from <= instant && instant <= to;
  assert.ok(isRight, `published at ${published}, but by step ${at}`);
};

const assertRecords = (text: string, expected: readonly ShownEntry[], { kind }: View, story: Story) => {
  const { Data } = JSON.parse(text) as { Data: { total_count: number; items: readonly RecordBody[] } };
  assert.equal(Data.total_count, expected.length);
  assert.deepEqual(
    Data.items.map((item) => ({
      id: item.id,
      locale: item.locale,
      versionId: item.version_id,
      number: item.version_number,
      title: item.title,
      author: item.fields['author'],
      state: item.state,
    })),
    expected.map(({ at, ...entry }) => ({
      ...entry,
      title: titleOf(story.marks.get(entry.versionId), entry.locale),
      state: kind === 'preview' ? entry.state : undefined,
    })),
  );
  for (const [index, entry] of expected.entries())
    assertTime(Data.items[index]?.published_at ?? null, entry, story);
};

const assertSearch = (text: string, expected: readonly ShownEntry[], story: Story): void => {
  const { data, total } = JSON.parse(text) as { data: readonly SearchBody[]; total: number };
  assert.equal(total, expected.length);
  const found = data.toSorted((a, b) => (a.provider_id < b.provider_id ? -1 : 1));
  assert.deepEqual(
    found.map(({ provider_id, locale, title }) => [provider_id, locale, title]),
    expected.map(({ id, locale, versionId }) => [id, locale, titleOf(story.marks.get(versionId), locale)]),
  );
  for (const [index, entry] of expected.entries()) {
    const extra = JSON.parse(found[index]?.extra_data ?? '{}') as Record<string, string>;
    assert.equal(extra['version_id'], entry.versionId);
    assertTime(extra['published_at'] ?? null, entry, story);
  }
};

/** How rare a word is depends on all texts of a language, so hits may change places when another text comes or goes. */
const inAnyOrder = (text: string): string => {
  const { data, ...rest } = JSON.parse(text) as { readonly data: readonly object[] };
  return JSON.stringify({ ...rest, data: data.map((hit) => JSON.stringify(hit)).toSorted() });
};

/** Reads every view after every step, and remembers the bytes it saw. */
export class Onlooker {
  readonly #workspace: LifecycleWorkspace;
  readonly #seen = new Map<View, { readonly said: string; readonly bytes: string }>();

  constructor(workspace: LifecycleWorkspace) {
    this.#workspace = workspace;
  }

  /** True if anything should have changed since the last call. */
  async look(plain: PlainRecords, story: Story): Promise<boolean> {
    const looks = await Promise.all(allViews.map((view) => this.#lookAt(view, plain, story)));
    return looks.includes(true);
  }

  async #lookAt(view: View, plain: PlainRecords, story: Story): Promise<boolean> {
    const { status, text } = await this.#workspace.send({
      writer: 'editor',
      from: view.environmentId,
      method: 'GET',
      path: pathOf(view),
    });
    const where = `${view.kind} of ${view.environmentId} in ${view.locale}`;
    assert.equal(status, 200, `${where}: ${text}`);
    const expected = expectedIn(plain, view);
    const said = JSON.stringify(expected);
    const before = this.#seen.get(view);
    const bytes = view.kind === 'search' ? inAnyOrder(text) : text;
    if (before?.said === said) assert.equal(bytes, before.bytes, `${where} changed`);
    this.#seen.set(view, { said, bytes });
    try {
      if (view.kind === 'search') assertSearch(text, expected, story);
      else assertRecords(text, expected, view, story);
    } catch (error) {
      throw new Error(`${where} is not what it should be: ${text}`, { cause: error });
    }
    return before?.said !== said;
  }
}
