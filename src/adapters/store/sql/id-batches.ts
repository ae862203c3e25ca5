// Lists of ids in a statement: so long at most, and of few different lengths, so that statements stay the same texts and
// are prepared once.

const LENGTHS = [1, 8, 64, 500] as const;
const LENGTH_MAX = 500;

/** Each id once at least; a list is filled up by naming its last one again. */
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
