// Records and versions in their shape on the wire. Unused properties of a version's texts are omitted, so that the texts can
// be sent back unchanged.

import type { RecordPayload, VersionPayload, VersionSummary } from '../../contract/records/record-shapes.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import type { RecordText } from '../../domain/models/record-text.ts';
import { formatOfBody } from '../../domain/models/written-text.ts';
import { versionState } from '../../domain/records/publication.ts';
import type { PlacedVersion, RecordVersion } from '../../domain/records/record.ts';
import type { RecordInLocale } from '../../domain/records/record-query.ts';
import { makeSummary } from '../../markup/content-text.ts';
import type { Reach } from './record-access.ts';

export const toRecordPayload = (
  { record, locale, shown }: RecordInLocale,
  { model, withState }: { readonly model: ContentModel | undefined; readonly withState: boolean },
): RecordPayload => {
  const { version, text, publishedAt, state } = shown;
  return {
    id: record.id,
    model: record.model,
    locale,
    version_id: version.id,
    version_number: version.number,
    title: text.title,
    page_slug: text.pageSlug,
    summary: text.summary ?? makeSummary({ body: text.body, bodyFormat: formatOfBody(model) }),
    body: text.body,
    image_url: text.imageUrl,
    fields: text.fields,
    created_at: record.createdAt,
    created_by: record.createdBy,
    modified_at: version.createdAt,
    modified_by: version.createdBy,
    published_at: publishedAt,
    ...(withState ? { state } : {}),
  };
};

/** Characters in all properties that can be long. */
export const charsOf = ({
  title = '',
  summary = '',
  body = '',
  fields = {},
}: Partial<RecordPayload>): number =>
  title.length + summary.length + body.length + JSON.stringify(fields).length;

/** The environments the caller may see, and the one of the request. */
export interface Viewer extends Pick<Reach, 'reaches'> {
  readonly environmentId: string;
}

export const toVersionSummary = (
  { version, places }: PlacedVersion,
  { environmentId, reaches }: Viewer,
): VersionSummary => ({
  id: version.id,
  record_id: version.recordId,
  number: version.number,
  name: version.name,
  created_at: version.createdAt,
  created_by: version.createdBy,
  locales: Object.keys(version.localized).sort(),
  state: versionState(
    places.filter((place) => place.environmentId === environmentId).map(({ state }) => state),
  ),
  places: places
    .filter((place) => reaches(place.environmentId))
    .map((place) => ({
      environment_id: place.environmentId,
      locale: place.locale,
      state: place.state,
      published_at: place.publishedAt,
    })),
});

export const toVersionPayload = (placed: PlacedVersion, viewer: Viewer): VersionPayload => ({
  ...toVersionSummary(placed, viewer),
  localized: toLocalized(placed.version),
});

const toLocalized = ({ localized }: RecordVersion): VersionPayload['localized'] =>
  Object.fromEntries(Object.entries(localized).map(([locale, text]) => [locale, toText(text)]));

const toText = (text: RecordText): VersionPayload['localized'][string] => ({
  title: text.title,
  ...(text.pageSlug === '' ? {} : { page_slug: text.pageSlug }),
  ...(text.summary === undefined || text.summary === '' ? {} : { summary: text.summary }),
  ...(text.body === '' ? {} : { body: text.body }),
  ...(text.imageUrl === null || text.imageUrl === '' ? {} : { image_url: text.imageUrl }),
  ...(Object.keys(text.fields).length === 0 ? {} : { fields: text.fields }),
});
