// The dates of an item as UTC. WordPress writes local time beside UTC, and zeros where it has no UTC.

import { parseInstant, spellInstant } from '../../../domain/text/instant.ts';

const OFFSET_MAX_MS = 15 * 60 * 60 * 1000;
const WXR_DATE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;
const RSS_DATE =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC?)$/;

type Texts = ReadonlyMap<string, string>;

/** Milliseconds to subtract from local time; undefined if the item does not show it. */
export const localOffset = (texts: Texts): number | undefined => {
  const [local, utc] = [wxrDate(texts, 'wp:post_date'), wxrDate(texts, 'wp:post_date_gmt')];
  if (local === undefined || utc === undefined) return undefined;
  return Math.abs(local - utc) > OFFSET_MAX_MS ? undefined : local - utc;
};

/** When it was published. Undefined if no date can be read. `offset` is that of other items. */
export const createdAt = (texts: Texts, offset: number): string | undefined => {
  const local = wxrDate(texts, 'wp:post_date');
  return spelled(
    wxrDate(texts, 'wp:post_date_gmt') ??
      rssDate(texts) ??
      (local === undefined ? undefined : local - offset),
  );
};

export const modifiedAt = (texts: Texts, offset: number): string | undefined => {
  const local = wxrDate(texts, 'wp:post_modified');
  return spelled(
    wxrDate(texts, 'wp:post_modified_gmt') ??
      (local === undefined ? undefined : local - (localOffset(texts) ?? offset)),
  );
};

const wxrDate = (texts: Texts, name: string): number | undefined => {
  const match = WXR_DATE.exec(texts.get(name)?.trim() ?? '');
  return match === null ? undefined : parseInstant(`${match[1]}T${match[2]}Z`);
};

const rssDate = (texts: Texts): number | undefined => {
  const text = texts.get('pubDate')?.trim() ?? '';
  const instant = RSS_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
};

const spelled = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : spellInstant(instant);
