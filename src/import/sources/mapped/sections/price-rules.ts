// Prices: one rule for each currency, or one rule whose currency is a constant, a column, or the one of the import.

import { isObject } from '../../../../domain/text/json-value.ts';
import { below, type MappingFaults } from '../mapping-faults.ts';
import { type Rule, readRule } from '../rules/rule.ts';
import { type ReadRow, readValue, type Written } from './section-fields.ts';

export const priceNames = ['prices', 'sale_prices', 'retail_prices'] as const;

export interface PriceRule {
  readonly name: (typeof priceNames)[number];
  readonly rule: Rule;
  /** Undefined: the currency of the import. */
  readonly currency: string | Rule | undefined;
}

const CURRENCY = /^[A-Z]{3}$/;

export const readPriceRules = (written: Written, path: string, faults: MappingFaults): readonly PriceRule[] =>
  priceNames.flatMap((name) => {
    const value = written[name];
    if (value === undefined) return [];
    const at = below(path, name);
    const keys = isObject(value) ? Object.keys(value) : [];
    if (isObject(value) && keys.length > 0 && keys.every((key) => CURRENCY.test(key))) {
      return keys.flatMap((currency) => {
        const rule = readRule(value[currency], below(at, currency), { type: 'money' }, faults);
        return rule === undefined ? [] : [{ name, rule, currency }];
      });
    }
    const rule = readRule(value, at, { type: 'money', extraNames: ['currency'] }, faults);
    const currency = isObject(value)
      ? readCurrency(value['currency'], below(at, 'currency'), faults)
      : undefined;
    return rule === undefined ? [] : [{ name, rule, currency }];
  });

const readCurrency = (value: unknown, path: string, faults: MappingFaults): string | Rule | undefined => {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return readRule(value, path, { type: 'text' }, faults);
  if (CURRENCY.test(value)) return value;
  return faults.add(
    path,
    'must be three capital letters such as EUR, or a rule such as {"from": "currency"}',
  );
};

/** The amounts that the row has, by field and currency. */
export const pricesIn = (
  rules: readonly PriceRule[],
  read: ReadRow,
): Record<string, Record<string, unknown>> => {
  const prices: Record<string, Record<string, unknown>> = {};
  for (const { name, rule, currency } of rules) {
    const amount = readValue(rule, read);
    if (amount === undefined) continue;
    const found = typeof currency === 'object' ? readValue(currency, read) : currency;
    const code = typeof found === 'string' ? found.toUpperCase() : read.target.currency;
    prices[name] = { ...prices[name], [code]: amount };
  }
  return prices;
};
