// Categories from their names: `Shoes > Boots` is the category Boots in the category Shoes. The same path always gives the same id.

import { hash } from 'node:crypto';

export interface PathCategory {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

const ID_MAX_CHARS = 200;
const DIGEST_CHARS = 8;

/** All categories of a path, the outermost first. */
export const categoriesOf = (names: readonly string[]): readonly PathCategory[] => {
  const categories: PathCategory[] = [];
  for (const [index, name] of names.entries()) {
    const parent = categories.at(-1);
    categories.push({ id: idOf(names.slice(0, index + 1)), name, parent_id: parent?.id ?? null });
  }
  return categories;
};

/** Letters and digits of the names; a digest where that would not tell all paths apart. */
const idOf = (names: readonly string[]): string => {
  const folded = names.map((name) => name.toLowerCase().replace(/\s+/gu, ' '));
  const words = folded.map((name) => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
  const id = words.join('--');
  const isExact =
    folded.every((name, index) => name.replaceAll(' ', '-') === words[index]) && !/-{3}/.test(id);
  if (isExact && id.length <= ID_MAX_CHARS) return id;
  const digest = hash('sha256', JSON.stringify(folded), 'hex').slice(0, DIGEST_CHARS);
  return `${[...id].slice(0, (ID_MAX_CHARS - DIGEST_CHARS) / 2).join('')}-${digest}`;
};
