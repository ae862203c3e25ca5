// The matched words of a hit, marked in its name and description. A word matches as in the search: by its stem, as a part of a
// compound, as a synonym, as the beginning of a word, or corrected.

import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { type Highlights, highlight, MARKED_CHARS_MAX } from '../../highlight.ts';
import { spend } from '../budget/work-budget.ts';
import { HIGHLIGHTED_CHAR, ITEM, LOOKUP, SEEK } from '../budget/work-costs.ts';
import { findWord } from '../packing/dictionary.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { seek } from '../text/seek.ts';
import type { TextIndex } from '../text/text-index.ts';

/** `texts`: the stored properties of the texts that are shown, in `locale`. */
export type HighlightHit = (
  segment: ProductSegment,
  item: number,
  texts: { readonly locale: string; readonly properties: string },
) => Highlights;

const NOTHING: Highlights = { name: null, description: null };

/** The stems of a text index that match the query. */
interface MatchedStems {
  readonly single: ReadonlySet<number>;
  /** Each needs all its stems in the product. */
  readonly phrases: readonly (readonly number[])[];
}

export const buildHighlights = (plan: ProductPlan): HighlightHit => {
  const known = new Map<TextIndex, MatchedStems>();
  const matchedIn = (index: TextIndex): MatchedStems => {
    let matched = known.get(index);
    if (matched === undefined) {
      matched = findMatched(plan, index);
      known.set(index, matched);
    }
    return matched;
  };
  return (segment, item, { locale, properties }) => {
    const index = segment.texts.find((texts) => texts.index.locale === locale)?.index;
    if (index === undefined || plan.query.term === undefined) return NOTHING;
    const shown = fromJsonBytes(`{${properties}}`) as { name: string; description: string };
    spend(HIGHLIGHTED_CHAR * (shown.name.length + Math.min(MARKED_CHARS_MAX, shown.description.length)));
    spend(properties.length);
    const { single, phrases } = matchedIn(index);
    const held = new Set(
      phrases.filter((phrase) => phrase.every((stem) => isHeld(index, stem, item))).flat(),
    );
    return highlight(shown, index.language, (stems) =>
      stems.some((stem) => {
        spend(LOOKUP);
        const id = findWord(index.stems, stem);
        return id !== -1 && (held.has(id) || (single.has(id) && isHeld(index, id, item)));
      }),
    );
  };
};

const findMatched = ({ resolveIn }: ProductPlan, index: TextIndex): MatchedStems => {
  const { words, texts } = resolveIn(index.language);
  const place = texts.indexOf(index);
  const single = new Set<number>();
  const phrases: (readonly number[])[] = [];
  for (const { lists } of words) {
    const own = lists[place];
    if (own === undefined) continue;
    spend(ITEM * (own.approximate.length + own.synonyms.length));
    if (own.exact !== -1) single.add(own.exact);
    for (const stem of own.approximate) single.add(stem);
    phrases.push(...own.synonyms);
  }
  return { single, phrases };
};

/** Whether the product's text has the stem. */
const isHeld = ({ postingStart, postingItem }: TextIndex, stem: number, item: number): boolean => {
  spend(SEEK);
  const end = postingStart[stem + 1] as number;
  const at = seek(postingItem, postingStart[stem] as number, end, item);
  return at < end && postingItem[at] === item;
};
