// Makes a name from a request safe to show and log: truncated, and without invisible characters.

const SHOWN_MAX_CHARS = 64;

/** Truncates between characters, since half a character would show as one that the sender did not write. */
export const shownName = (name: string): string =>
  [...name.slice(0, 2 * SHOWN_MAX_CHARS).toWellFormed()]
    .slice(0, SHOWN_MAX_CHARS)
    .join('')
    .replace(/\p{C}/gu, '?');
