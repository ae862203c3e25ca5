// Returns one published page by its slug. Candidates are all records with a version that has the slug; only published texts decide.

import type { getPageBySlug as contract } from '../../contract/records/get-page-by-slug.ts';
import { environmentNotFound } from '../../domain/failures/failures.ts';
import { type Allowance, REQUEST_UNITS_MAX, type RequestBudget } from '../../domain/limits/request-budget.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { comparableSlug } from '../../domain/records/page-slug.ts';
import type { ShownRecord } from '../../domain/records/record.ts';
import type { RecordReader } from '../../domain/records/record-ports.ts';
import { inLocale, type RecordInLocale } from '../../domain/records/record-query.ts';
import { localeChain, spreadChain } from '../../domain/text/locale.ts';
import type { MovableUseCase } from '../use-case.ts';
import type { RecordReadDependencies } from './list-records.ts';
import { pageModelOf, pageNotFound, toPagePayload } from './page-payloads.ts';

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'slug',
  advice: 'too many records have this slug; request the page by its id',
};

interface Search {
  readonly slug: string;
  readonly chain: readonly string[];
  /** Whether slugs of locales outside the chain match too. */
  readonly isAnyLocale: boolean;
}

interface Candidate {
  readonly shown: ShownRecord;
  readonly found: RecordInLocale;
  readonly model: ContentModel;
  /** Whether it is the text that the locale chain selects. */
  readonly isInChain: boolean;
}

export const buildGetPageBySlug =
  ({ storeIn, recordsIn, meter }: RecordReadDependencies): MovableUseCase<typeof contract> =>
  async ({ scope, environment }, { query }) => {
    if (environment === undefined) throw environmentNotFound();
    const slug = comparableSlug(query.slug);
    const chain = localeChain(query.locale, environment.defaultLocale);
    const best =
      slug === undefined
        ? undefined
        : await meter.run(scope, ALLOWANCE, (budget) =>
            recordsIn(scope).atOnce(
              (reader) =>
                findBest(
                  storeIn(scope),
                  reader,
                  { slug, chain, isAnyLocale: query.locale === undefined },
                  budget,
                ),
              budget,
            ),
          );
    if (best === undefined) throw pageNotFound();
    return toPagePayload(scope, best.model, best.shown, best.found);
  };

const findBest = async (
  store: ScopedStore,
  reader: RecordReader,
  search: Search,
  budget: RequestBudget,
): Promise<Candidate | undefined> => {
  let best: Candidate | undefined;
  for await (const id of reader.readSlugHolders(search.slug, budget)) {
    const [shown] = await reader.findRecords([id], 'published', budget);
    if (shown === undefined) continue;
    const found = findText(shown, search);
    const model = found && (await pageModelOf(store, shown));
    if (found === undefined || model === undefined) continue;
    const candidate = { shown, model, ...found };
    if (best === undefined || isBetter(candidate, best, search.chain)) best = candidate;
  }
  return best;
};

/** The text of the record that has the slug, if it may be returned. */
const findText = (
  shown: ShownRecord,
  { slug, chain, isAnyLocale }: Search,
): Pick<Candidate, 'found' | 'isInChain'> | undefined => {
  const hasSlug = ({ shown: { text } }: RecordInLocale) => comparableSlug(text.pageSlug) === slug;
  const selected = inLocale(shown, chain);
  if (selected !== undefined && hasSlug(selected)) return { found: selected, isInChain: true };
  if (!isAnyLocale) return undefined;
  for (const locale of Object.keys(shown.texts).sort()) {
    const found = inLocale(shown, [locale]);
    if (found !== undefined && hasSlug(found)) return { found, isInChain: false };
  }
  return undefined;
};

/** Compares by locale, then by publication time. Records come in id order, which breaks ties. */
const isBetter = (one: Candidate, other: Candidate, chain: readonly string[]): boolean => {
  if (one.isInChain !== other.isInChain) return one.isInChain;
  const [a, b] = [one.found.locale, other.found.locale];
  if (a !== b) {
    const steps = one.isInChain ? spreadChain(chain, () => [a, b]) : [a, b].sort();
    return steps.indexOf(a) < steps.indexOf(b);
  }
  return Date.parse(one.found.shown.publishedAt ?? '') > Date.parse(other.found.shown.publishedAt ?? '');
};
