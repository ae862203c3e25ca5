// A name that a sender chose, fit to be shown and logged: cut to its beginning, and without signs that cannot be seen.

const SHOWN_MAX_CHARS = 64;

/** Cut between characters: half of one would look like a sign that the sender never wrote. */
export const shownName = (name: string): string =>
  [...name.slice(0, 2 * SHOWN_MAX_CHARS).toWellFormed()]
    .slice(0, SHOWN_MAX_CHARS)
    .join('')
    .replace(/\p{C}/gu, '?');
