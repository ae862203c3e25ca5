// Every attack, in the order of its letter.

import type { Attack } from './attack.ts';
import { catalogAttacks } from './attacks/catalog-attacks.ts';
import { filterAttacks } from './attacks/filter-attacks.ts';
import { formAttacks } from './attacks/form-attacks.ts';
import { pagingAttack, queryAttacks } from './attacks/query-attacks.ts';
import { recordAttacks } from './attacks/record-attacks.ts';

export const allAttacks: readonly Attack[] = [
  ...filterAttacks,
  ...queryAttacks,
  ...recordAttacks,
  ...catalogAttacks,
  pagingAttack,
  ...formAttacks,
];

/** The attacks whose id equals or starts with one of the names; all if there are none. Throws for an unknown name. */
export const chooseAttacks = (names: readonly string[]): readonly Attack[] => {
  const isMeant = ({ id }: Attack, name: string): boolean => id === name || id[0] === name;
  const strange = names.find((name) => !allAttacks.some((attack) => isMeant(attack, name)));
  if (strange !== undefined)
    throw new Error(`${strange} is none of ${allAttacks.map(({ id }) => id).join(', ')}`);
  return names.length === 0
    ? allAttacks
    : allAttacks.filter((attack) => names.some((name) => isMeant(attack, name)));
};
