// Filters with exact counts. Each choice is a `facet=field:value` of the URL, as the service itself takes it.

import type { Schemas } from '@vitrine/client';
import { useRef } from 'preact/hooks';
import { showPrice } from './languages.ts';
import { go, type Place, usePlace } from './place.ts';
import { showNumber, showValue } from './values.ts';

/** `50..99.95`, a choice of numbers. */
export const RANGE = /^(-?[\d.]*\d)\.\.(-?\d[\d.]*)$/;

type Facet = Schemas['FacetResult'];
type Bucket = Schemas['FacetBucket'];

/** `50..100`, `..50` and `100..` in the words of the shopper. */
const showRange = (place: Place, field: string, range: string): string => {
  const { say, region } = place;
  const show = (end: string): string =>
    field === 'price' ? showPrice(region, Number(end)) : showNumber(place, Number(end));
  const [from = '', to = ''] = range.split('..');
  if (from === '') return say('under', show(to));
  return to === '' ? say('from', show(from)) : `${show(from)} – ${show(to)}`;
};

const labelOf = (place: Place, field: string, { type }: Facet, bucket: Bucket): string =>
  type === 'ranges' ? showRange(place, field, String(bucket.val)) : showValue(place, bucket.label);

/** A range is chosen by its smallest and largest value. */
const choiceOf = (field: string, { type }: Facet, { val, min, max }: Bucket): string =>
  `${field}:${type === 'ranges' ? `${min}..${max}` : val}`;

/** For one that no product has any more. */
const showChoice = (place: Place, choice: string): string => {
  const [field = '', ...rest] = choice.split(':');
  const value = rest.join(':');
  return RANGE.test(value) ? showRange(place, field, value) : showValue(place, value);
};

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
const LARGEST = 1_000_000;

const sizeOf = ({ val }: Bucket): number => {
  const at = LETTERS.indexOf(String(val));
  return at >= 0 ? at : LETTERS.length + (Number.parseFloat(String(val)) || LARGEST);
};

/** Sizes from small to large. All else comes in a good order: the most frequent first, ranges by their bounds. */
const inOrder = (field: string, { buckets }: Facet): readonly Bucket[] =>
  field === 'size' ? buckets.toSorted((a, b) => sizeOf(a) - sizeOf(b)) : buckets;

const toggle = ({ query, change }: Place, chosen: string): string => {
  const others = query.getAll('facet').filter((each) => each !== chosen);
  const isOn = query.getAll('facet').includes(chosen);
  return change({ facet: isOn ? others : [...others, chosen], page: undefined });
};

const FacetGroup = ({ field, facet }: { field: string; facet: Facet }) => {
  const place = usePlace();
  const chosen = place.query.getAll('facet');
  return (
    <fieldset>
      <legend>{facet.label}</legend>
      {inOrder(field, facet).map((bucket) => (
        <label key={String(bucket.val)}>
          <input
            type="checkbox"
            checked={chosen.includes(choiceOf(field, facet, bucket))}
            onChange={() => go(toggle(place, choiceOf(field, facet, bucket)))}
          />
          <span>{labelOf(place, field, facet, bucket)}</span> <small>{bucket.count}</small>
        </label>
      ))}
    </fieldset>
  );
};

export const Facets = ({ facets }: { facets: Readonly<Record<string, Facet>> }) => {
  const place = usePlace();
  const { change, say } = place;
  const summary = useRef<HTMLElement>(null);
  const shown = Object.entries(facets).filter(
    ([field, { buckets }]) => field !== 'categories' && buckets.length > 0,
  );
  const labels = new Map(
    shown.flatMap(([field, facet]) =>
      facet.buckets.map((bucket) => [choiceOf(field, facet, bucket), labelOf(place, field, facet, bucket)]),
    ),
  );
  // What no product has any more can still be removed.
  const chosen = place.query
    .getAll('facet')
    .map((choice) => [choice, labels.get(choice) ?? showChoice(place, choice)] as const);
  // The link that was followed disappears, and the focus with it: the keyboard goes on here.
  const keepFocus = (): void => summary.current?.focus({ preventScroll: true });
  return (
    <aside class="facets">
      {chosen.length > 0 && (
        <p class="chips">
          {chosen.map(([facet, label]) => (
            <a key={facet} href={toggle(place, facet)} aria-label={say('remove', label)} onClick={keepFocus}>
              {label} ×
            </a>
          ))}
          <a href={change({ facet: undefined, page: undefined })} onClick={keepFocus}>
            {say('clear')}
          </a>
        </p>
      )}
      <details open={matchMedia('(min-width: 56rem)').matches}>
        <summary ref={summary}>{say('filter')}</summary>
        {shown.map(([field, facet]) => (
          <FacetGroup key={field} field={field} facet={facet} />
        ))}
      </details>
    </aside>
  );
};
