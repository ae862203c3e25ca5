// The index of documents: its settings and its mapping. A change here needs a new MAPPING_VERSION: every catalog is then built anew into
// an index of its own name, and the old one is searched until it is done.

import { createHash } from 'node:crypto';
import { ANALYSIS_VERSION } from '../../../search/analysis/analyze.ts';

const MAPPING_VERSION = 4;

/** Values of products are spread over so many fields by the name of theirs, so that no catalog can add a field to the mapping. */
export const VALUE_FIELDS = 16;

/** Separates a word from its frequency. Words never contain it, and it is one byte in JSON. */
export const FREQUENCY_MARK = '\u007f';

/** `tenant`: one that has an index of its own. Index names are lower-case, and ids are not. */
export const indexName = (prefix: string, tenant: string | undefined): string => {
  const owner = tenant === undefined ? 'shared' : `own-${shortHash(tenant)}`;
  return `${prefix}-${owner}-m${MAPPING_VERSION}-${shortHash(ANALYSIS_VERSION)}`;
};

/** Whether documents of one index fit into the other: only the analysis of their texts may differ. */
export const haveSameMapping = (one: string, other: string): boolean =>
  one.slice(0, one.lastIndexOf('-')) === other.slice(0, other.lastIndexOf('-'));

/** Queries use this name. An index that was deleted and created again has another, so that none is taken for the one before it. */
export const readName = (index: string, uuid: string): string => `${index}-${uuid}`;

export const stateIndexName = (prefix: string): string => `${prefix}-state`;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

export interface IndexShape {
  readonly shards: number;
  readonly replicas: number;
}

/** Longer than the pattern of any misspelt name; see `nearPattern`. */
export const PATTERN_UNITS_MAX = 8_192;

const keyword = { type: 'keyword' } as const;
/** Found, but never sorted or counted. */
const exact = { type: 'keyword', doc_values: false } as const;
const stored = { type: 'keyword', index: false, doc_values: false } as const;

export const valueFieldNames = (letter: 'v' | 'o'): string[] =>
  Array.from({ length: VALUE_FIELDS }, (_, at) => `${letter}${at}`);

/**
 * A word's frequency is its weight in the document and the document's length normalization, see `packFrequency`. The score of a word is
 * that of `scoreWord` in `search/ranking.ts`; a boost as large as those of TRAIT_BOOST asks for that of `search/similarity.ts`.
 */
const SCORE_SCRIPT = `
  double weight_ = Math.floor(doc.freq / 65536.0);
  double norm = query.boost >= 65536.0 ? 8.0 : (doc.freq - weight_ * 65536.0) / 128.0;
  return weight * weight_ / (weight_ + norm);`;

export const indexBody = ({ shards, replicas }: IndexShape) => ({
  settings: {
    number_of_shards: shards,
    number_of_replicas: replicas,
    // Set, so that an idle shard does not make its next query wait. Seldom: the feeder itself refreshes what has to be found, and every
    // refresh while an index is filled leaves a small segment to be merged.
    refresh_interval: '30s',
    max_terms_count: 65_536,
    max_regex_length: PATTERN_UNITS_MAX,
    similarity: {
      weighted: {
        type: 'scripted',
        weight_script: { source: 'return query.boost;' },
        script: { source: SCORE_SCRIPT },
      },
    },
    analysis: {
      filter: { frequencies: { type: 'delimited_term_freq', delimiter: FREQUENCY_MARK } },
      analyzer: { words: { tokenizer: 'whitespace', filter: ['frequencies'] } },
    },
  },
  mappings: {
    dynamic: 'strict',
    _routing: { required: true },
    properties: {
      place: keyword,
      live: { type: 'boolean' },
      id: keyword,
      version: { type: 'long' },
      locale: keyword,
      locales: keyword,
      base: { type: 'boolean' },
      source: stored,
      // Text.
      length: { type: 'integer' },
      words: {
        type: 'text',
        analyzer: 'words',
        index_options: 'freqs',
        norms: false,
        similarity: 'weighted',
      },
      pairs: exact,
      title: keyword,
      // Products.
      slugs: exact,
      facts: keyword,
      categories: keyword,
      unknown_categories: exact,
      channels: exact,
      locations: exact,
      groups: exact,
      in_stock: { type: 'boolean' },
      created: { type: 'double' },
      popularity: { type: 'double' },
      starts: exact,
      edge_ngrams: exact,
      name_length: { type: 'integer' },
      texts: { type: 'wildcard' },
      ...Object.fromEntries(
        [...valueFieldNames('v'), ...valueFieldNames('o')].map((name) => [name, keyword]),
      ),
      // Content.
      type: keyword,
      created_by: keyword,
      modified: { type: 'double' },
      modified_by: keyword,
      // Words.
      word: keyword,
      // Manifests.
      digest: stored,
      buried: stored,
      parked: keyword,
      // Tombstones.
      buried_at: { type: 'double' },
    },
  },
});

export const stateIndexBody = ({ replicas }: Pick<IndexShape, 'replicas'>) => ({
  settings: { number_of_shards: 1, number_of_replicas: replicas },
  mappings: { dynamic: false, properties: {} },
});

const NORM_STEP = 128;
const NORM_MAX = 65_535;

/** The strength of any trait, times this, is a boost that asks for the score of a trait; see SCORE_SCRIPT. */
export const TRAIT_BOOST = 2 ** 60;

/** `norm`: length normalization, `base + slope * length`. */
export const packFrequency = (weight: number, norm: number): number =>
  weight * (NORM_MAX + 1) + Math.min(NORM_MAX, Math.max(1, Math.round(norm * NORM_STEP)));
