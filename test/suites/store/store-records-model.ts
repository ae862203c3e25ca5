// Records, versions and publications as plain maps: the oracle of the store. Deliberately without optimization.

import type { PublicationState } from '../../../src/domain/records/publication.ts';

export interface PlainVersion {
  readonly id: string;
  readonly number: number;
  readonly locales: readonly string[];
  /** Id of the record it relates to. */
  readonly author: string | undefined;
  /** `environment locale` → its current or former publication. */
  readonly places: Map<string, { state: PublicationState; at: string }>;
}

interface Draft {
  readonly id: string;
  readonly locales: readonly string[];
  readonly author: string | undefined;
}

/** Each method returns the kind of result, or the code, that the store must return. */
export class PlainRecords {
  /** Versions of each record, oldest first. */
  readonly records = new Map<string, PlainVersion[]>();

  create(recordId: string, draft: Draft): string {
    if (this.records.has(recordId)) return 'exists';
    if (draft.author !== undefined && draft.author !== recordId && !this.records.has(draft.author)) {
      return 'refused';
    }
    this.records.set(recordId, [{ ...draft, number: 1, places: new Map() }]);
    return 'done';
  }

  save(recordId: string, baseId: string, draft: Draft): string {
    const versions = this.records.get(recordId);
    if (versions === undefined) return 'no-record';
    const latest = versions.at(-1);
    if (latest === undefined || !versions.some((version) => version.id === baseId)) return 'no-base';
    if (latest.id !== baseId) return 'changed';
    if (draft.author !== undefined && !this.records.has(draft.author)) return 'refused';
    versions.push({ ...draft, number: latest.number + 1, places: new Map() });
    return 'done';
  }

  publish(recordId: string, versionId: string, environment: string, locale: string | undefined, at: string) {
    return this.#eachLocale(recordId, versionId, locale, (version, own) => {
      const place = `${environment} ${own}`;
      if (version.places.get(place)?.state === 'published') return;
      for (const other of this.records.get(recordId) ?? []) {
        const standing = other.places.get(place);
        if (standing?.state === 'published') standing.state = 'superseded';
      }
      version.places.set(place, { state: 'published', at });
    });
  }

  unpublish(recordId: string, versionId: string, environment: string, locale: string | undefined) {
    return this.#eachLocale(recordId, versionId, locale, (version, own) => {
      const standing = version.places.get(`${environment} ${own}`);
      if (standing?.state === 'published') standing.state = 'unpublished';
    });
  }

  removeVersion(recordId: string, versionId: string): string {
    const versions = this.records.get(recordId) ?? [];
    const index = versions.findIndex((version) => version.id === versionId);
    const version = versions[index];
    if (version === undefined) return 'absent';
    if (versions.length === 1 || isPublished(version)) return 'needed';
    versions.splice(index, 1);
    return 'done';
  }

  removeRecord(recordId: string, cascade: boolean): string {
    const versions = this.records.get(recordId);
    if (versions === undefined) return 'absent';
    if (!cascade && versions.some(isPublished)) return 'needed';
    for (const [otherId, others] of this.records) {
      const counting = others.filter((version) => version === others.at(-1) || isPublished(version));
      if (otherId !== recordId && counting.some(({ author }) => author === recordId)) return 'needed';
    }
    this.records.delete(recordId);
    return 'done';
  }

  /** `record locale` → the published version, and since when. */
  published(environment: string): Map<string, { version: PlainVersion; at: string }> {
    const found = new Map<string, { version: PlainVersion; at: string }>();
    for (const [recordId, versions] of this.records) {
      for (const version of versions) {
        for (const [place, { state, at }] of version.places) {
          const [own = '', locale = ''] = place.split(' ');
          if (own === environment && state === 'published')
            found.set(`${recordId} ${locale}`, { version, at });
        }
      }
    }
    return found;
  }

  #eachLocale(
    recordId: string,
    versionId: string,
    locale: string | undefined,
    act: (version: PlainVersion, locale: string) => void,
  ): string {
    const version = this.records.get(recordId)?.find(({ id }) => id === versionId);
    if (version === undefined) return 'version_not_found';
    if (locale !== undefined && !version.locales.includes(locale)) return 'locale_not_found';
    for (const own of version.locales) {
      if (locale === undefined || locale === own) act(version, own);
    }
    return 'ok';
  }
}

const isPublished = (version: PlainVersion): boolean =>
  [...version.places.values()].some(({ state }) => state === 'published');
