// Normalizes the slug of a page for comparison: one leading slash, no trailing slash.

/** Longer slugs cannot be requested. */
export const SLUG_MAX_CHARS = 1_000;

/** `journal/frost/` → `/journal/frost`. Undefined if it is empty or too long. */
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
