// Turns record sources into record, version and publication lines, each record with everything that belongs to it.
// Only live versions are published; replaced and unreleased ones have no publication.
import type { RecordLine, VersionText } from './bundle-lines.ts';
import { craftRecords } from './craft-records.ts';
import { productionEnvironmentId, recordId, stagingEnvironmentId, versionId } from './ids.ts';
import { pageRecords } from './page-records.ts';
import type { PublicationSource, RecordSource, VersionSource } from './record-source.ts';
import type { Locale } from './text.ts';
import { locales, textIn } from './text.ts';
import { tripRecords } from './trip-records.ts';

export function buildRecords(): RecordLine[] {
  const lines = [...tripRecords, ...craftRecords, ...pageRecords].flatMap(toLines);
  // Records first: a version may name any of them, and line by line only what came before can be named.
  return [...lines.filter(({ kind }) => kind === 'record'), ...lines.filter(({ kind }) => kind !== 'record')];
}

function toLines(source: RecordSource): RecordLine[] {
  const first = source.versions[0];
  if (first === undefined) throw new Error(`record ${source.key} has no version`);
  return [
    {
      kind: 'record',
      model: source.model,
      id: recordId(source.key),
      created_at: first.createdAt,
      created_by: first.author,
    },
    ...source.versions.map((version, index) => toVersion(source, version, index + 1)),
    ...source.publications.map((publication) => toPublication(source, publication)),
  ];
}

function toVersion(source: RecordSource, version: VersionSource, number: number): RecordLine {
  return {
    kind: 'version',
    record_id: recordId(source.key),
    id: versionId(source.key, number),
    number,
    name: version.name,
    created_at: version.createdAt,
    created_by: version.author,
    localized: Object.fromEntries(
      locales.map((locale) => [locale, toVersionText(source, version, locale)] as const),
    ),
  };
}

function toVersionText(source: RecordSource, version: VersionSource, locale: Locale): VersionText {
  const prefix = locale === 'en-us' ? '' : `/${locale.slice(0, 2)}`;
  return {
    title: textIn(version.title, locale),
    page_slug: `${prefix}${source.slug}`,
    summary: textIn(version.summary, locale),
    body: version.paragraphs.map((paragraph) => textIn(paragraph, locale)).join('\n\n'),
    image_url: source.imageUrl,
    fields: version.fields,
  };
}

function toPublication(source: RecordSource, publication: PublicationSource): RecordLine {
  return {
    kind: 'publication',
    record_id: recordId(source.key),
    environment_id: publication.environment === 'production' ? productionEnvironmentId : stagingEnvironmentId,
    version_id: versionId(source.key, publication.version),
    locales: publication.locales,
    published_at: publication.at,
  };
}
