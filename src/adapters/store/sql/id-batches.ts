// Lists of ids for `in (…)`. They have a few fixed lengths, so that there are few different statements to prepare.

const LENGTHS = [1, 8, 64, 500] as const;
const LENGTH_MAX = 500;

/** Duplicates are dropped. A list is filled up by repeating its last id. */
export const batchIds = (ids: Iterable<string>): string[][] => {
  const all = [...new Set(ids)];
  const lists: string[][] = [];
  for (let from = 0; from < all.length; from += LENGTH_MAX) {
    const list = all.slice(from, from + LENGTH_MAX);
    const length = LENGTHS.find((each) => each >= list.length) ?? LENGTH_MAX;
    const last = list.at(-1) as string;
    while (list.length < length) list.push(last);
    lists.push(list);
  }
  return lists;
};
