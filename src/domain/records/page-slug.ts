// The address of a page within its storefront, as it is compared: with one slash in front and none behind.

/** Longer ones cannot be asked for. */
export const SLUG_MAX_CHARS = 1_000;

/** `journal/frost/` → `/journal/frost`. Undefined where there is none, or none that could be asked for. */
export const comparableSlug = (slug: string): string | undefined => {
  const text = slug.trim();
  if (text === '') return undefined;
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === '/') from += 1;
  while (to > from && text[to - 1] === '/') to -= 1;
  const path = `/${text.slice(from, to)}`;
  return path.length > SLUG_MAX_CHARS ? undefined : path;
};
