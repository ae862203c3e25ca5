// The signals of a catalog as functions of a score (Decision 0075). The arithmetic is that of `search/signals.ts`.

import { byName, isCompared } from '../../../domain/products/attribute-settings.ts';
import { type NumberSignal, rankingDay } from '../../../domain/products/ranking-settings.ts';
import { activeSignals, SIGNALS_MAX } from '../../../search/signals.ts';
import { valuePlace } from '../documents/product-values.ts';
import type { OpenedCatalog } from './opened-catalog.ts';

const DAY_MS = 86_400_000;

/** One text for all catalogs, so that it is compiled once. Numbers of attributes are sortable texts; the last is the largest. */
const SIGNALS_SCRIPT = `
  double product = 1;
  for (def signal : params.numbers) {
    double value = 0;
    if (signal.prefix == null) {
      if (doc['popularity'].size() > 0) value = doc['popularity'].value;
    } else {
      String largest = null;
      for (def one : doc[signal.field]) if (one.startsWith(signal.prefix)) largest = one;
      if (largest != null) {
        long bits = Long.parseUnsignedLong(largest.substring(signal.prefix.length()), 16);
        value = Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
      }
    }
    if (value >= signal.fullAt) product *= signal.maxFactor;
    else if (value > 0) {
      double share = signal.isLinear ? value / signal.fullAt : Math.log1p(value) / Math.log1p(signal.fullAt);
      product *= 1 + (signal.maxFactor - 1) * share;
    }
  }
  if (params.newness != null && doc['created'].size() > 0) {
    double days = Math.max(0, (params.newness.today - doc['created'].value) / params.newness.day);
    product *= 1 + (params.newness.maxFactor - 1) * Math.exp(-Math.log(2) * days / params.newness.halfLifeDays);
  }
  if (params.inStock != null && doc['in_stock'].size() > 0 && doc['in_stock'].value) product *= params.inStock;
  return Math.min(params.max, product);`;

/** None if no signal acts on the query. */
export const signalFunctions = (catalog: OpenedCatalog, at: number | undefined): object[] => {
  const active = activeSignals(catalog.contents.ranking, at);
  if (active === undefined) return [];
  const { numbers = [], newness, inStock } = active;
  if (numbers.length === 0 && newness === undefined && inStock !== undefined)
    return [{ filter: { term: { in_stock: true } }, weight: inStock }];
  const params = {
    numbers: numbers.flatMap((signal) => numberParams(catalog, signal)),
    newness: newness && { ...newness, today: rankingDay(at as number), day: DAY_MS },
    inStock,
    max: SIGNALS_MAX,
  };
  return [{ script_score: { script: { source: SIGNALS_SCRIPT, params } } }];
};

/** Fields that are no numbers do not act. */
const numberParams = (
  { fields, contents, products: { place }, hasOwnPopularity }: OpenedCatalog,
  { field, maxFactor, fullAt, scale }: NumberSignal,
): object[] => {
  const shared = { maxFactor, fullAt, isLinear: scale === 'linear' };
  if (field === 'popularity' && hasOwnPopularity) return [shared];
  if (fields.get(field)?.type !== 'number' || !isCompared(byName(contents.attributes).get(field))) return [];
  const at = valuePlace(place, field, '');
  return [{ ...shared, field: at.field, prefix: at.prefix('number') }];
};
