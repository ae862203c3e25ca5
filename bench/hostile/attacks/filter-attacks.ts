// Counts with as many rules as a filter may have, each of which has to scan the texts of every product.

import { randomFor } from '../../../demo/build/random.ts';
import { vocabulary } from '../../generate/vocabulary.ts';
import { type Attack, countOf, type HostileRequest } from '../attack.ts';

const GROUPS = 100;
const RULES = 100;
const RARE_FROM = 20_000;
const letters = 'aeioubcdfghklmnprstvz';

/** One or two letters. The first ones are in nearly every text. */
const bits: readonly string[] = [
  ...letters,
  ...[...letters].flatMap((first) => [...letters].map((second) => first + second)),
];

type Action = 'contains' | 'does_not_contains';

/** `draw` returns the value of each rule by its number. */
const countWith = (
  action: Action,
  operator: 'AND' | 'OR',
  draw: (rule: number) => string,
): HostileRequest => {
  const ruleOf = (number: number) => ({
    action,
    field_name: number % 2 === 0 ? 'description' : 'name',
    value: draw(number),
  });
  return countOf({
    filter: Array.from({ length: GROUPS }, (_, group) => ({
      group: { operator, rules: Array.from({ length: RULES }, (_, rule) => ruleOf(group * RULES + rule)) },
    })),
  });
};

const rareWord = (turn: number, rule: number): string =>
  vocabulary[RARE_FROM + ((turn * 7_919 + rule * 3) % (vocabulary.length - RARE_FROM))] as string;

export const filterAttacks: readonly Attack[] = [
  {
    id: 'a',
    name: '100 × 100 rules `contains`, one or two letters',
    clients: 2,
    next: (turn) => {
      const random = randomFor(`bits:${turn}`);
      // If all rules of a group must hold, letters that are everywhere prolong the comparison the most.
      const isAll = turn % 2 === 0;
      const known = isAll ? letters.length : bits.length;
      return countWith('contains', isAll ? 'AND' : 'OR', () => bits[random.integer(0, known - 1)] as string);
    },
  },
  {
    id: 'b',
    name: '100 × 100 rules `contains`, rare words, eight clients',
    clients: 8,
    next: (turn) => countWith('contains', 'OR', (rule) => rareWord(turn, rule)),
  },
  {
    id: 'c',
    name: '100 × 100 rules `does_not_contains`',
    clients: 2,
    next: (turn) => countWith('does_not_contains', 'AND', (rule) => rareWord(turn, rule)),
  },
];
