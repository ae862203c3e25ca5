// The words that the dictionary is known to have. Those that were not met for long are forgotten first: products have numbers that
// nothing else has, and must not make the words of a language be written again.

export interface KnownWords {
  has(language: string, surface: string): boolean;
  add(language: string, surface: string): void;
}

/** At most `most` of them, and at least half of those that were met last. */
export const buildKnownWords = (most: number): KnownWords => {
  let recent = new Map<string, Set<string>>();
  let before = new Map<string, Set<string>>();
  let recentWords = 0;
  const add = (language: string, surface: string): void => {
    if (recentWords >= most / 2) {
      before = recent;
      recent = new Map();
      recentWords = 0;
    }
    const words = recent.get(language) ?? new Set();
    recent.set(language, words.add(surface));
    recentWords += 1;
  };
  return {
    has: (language, surface) => {
      if (recent.get(language)?.has(surface)) return true;
      if (!before.get(language)?.has(surface)) return false;
      add(language, surface);
      return true;
    },
    add,
  };
};
