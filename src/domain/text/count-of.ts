// A number with its noun in the singular or plural, for messages: `1 record`, `2 records`.

/** `plural`: for nouns that do not simply take an `s`. */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

export const inSeconds = (seconds: number): string => countOf(seconds, 'second');
