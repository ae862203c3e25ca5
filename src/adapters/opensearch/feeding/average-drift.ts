// Whether a catalog needs a new generation: the average lengths in its documents are no longer about right, or most words of its
// dictionary no longer occur.

import { languageOf } from '../../../search/analysis/languages.ts';
import type { SearchServer } from '../client/search-server.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import { type AverageLengths, USUAL_LENGTH } from '../documents/text-fields.ts';
import type { FeedingState } from '../feeding-state.ts';
import { countWords } from './count-documents.ts';
import { placeOf } from './states.ts';

/** A language with fewer documents is not worth a new generation. */
const DOCUMENTS_MIN = 200;
const OFF_MAX = 0.25;
const LOCALES_MAX = 1_000;
/** A dictionary may grow by so much, and by as much as it had. */
const WORDS_MORE = 20_000;

interface Lengths {
  readonly aggregations: {
    readonly locales: {
      readonly buckets: readonly {
        readonly key: string;
        readonly doc_count: number;
        readonly length: { readonly value: number };
      }[];
    };
  };
}

export const hasDrifted = async (server: SearchServer, state: FeedingState): Promise<boolean> => {
  const place = placeOf(state);
  const bodies = (['product', 'content'] as const).map((kind) => ({
    size: 0,
    query: { bool: { filter: [{ term: { place: placeKey(place, kind) } }, { term: { live: true } }] } },
    aggs: {
      locales: {
        terms: { field: 'locale', size: LOCALES_MAX },
        aggs: { length: { sum: { field: 'length' } } },
      },
    },
  }));
  const [products, content] = await server.searchAll<Lengths>(state.index, routingOf(place.scope), bodies);
  return (
    (await countWords(server, state)) > 2 * state.words + WORDS_MORE ||
    (products !== undefined && isOff(products, state.average_lengths.products)) ||
    (content !== undefined && isOff(content, state.average_lengths.content))
  );
};

const isOff = ({ aggregations }: Lengths, built: AverageLengths): boolean => {
  const sums = new Map<string, { documents: number; length: number }>();
  for (const { key, doc_count: documents, length } of aggregations.locales.buckets) {
    const language = languageOf(key);
    const sum = sums.get(language) ?? { documents: 0, length: 0 };
    sums.set(language, { documents: sum.documents + documents, length: sum.length + length.value });
  }
  return [...sums].some(([language, { documents, length }]) => {
    const before = built[language] ?? USUAL_LENGTH;
    return documents >= DOCUMENTS_MIN && Math.abs(length / documents - before) > OFF_MAX * before;
  });
};
