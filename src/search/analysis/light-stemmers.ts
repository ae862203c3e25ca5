// Small suffix strippers of our own for the languages where the Snowball rules need the accents that folding removes,
// or where there are none. Guarantees: input and output are folded, a stem is never empty. Not here: dictionaries,
// irregular forms, prefixes other than Arabic articles and particles.

/**
 * Arabic: article and one-letter particles in front, plural, pronoun and verb endings behind. Snowball needs ة, which folds
 * to ه. A particle alone (and, with, for) may as well be a root's first letter: it comes off only longer words.
 */
export function stemArabic(word: string): string {
  // The accusative is written as an alef once its vowel mark is folded away.
  const bare = word.length >= 5 && word.endsWith('ا') ? word.slice(0, -1) : word;
  const withoutArticle = stripPrefix(bare, ARABIC_ARTICLES, 3);
  const stem =
    withoutArticle === bare
      ? stripPrefix(stripPrefix(bare, ARABIC_PARTICLES, 4), ARABIC_ARTICLES, 3)
      : withoutArticle;
  return stripRepeatedly(stem, ARABIC_SUFFIXES, 3);
}
const ARABIC_ARTICLES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
const ARABIC_PARTICLES = ['و', 'ب', 'ل'];
const ARABIC_SUFFIXES = ['ها', 'هم', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي', 'ت'];

/**
 * Korean: particles come off the end, again and again, so that a noun that itself ends like a particle (고양이) loses it
 * with and without one (고양이는). A single remaining syllable is allowed only after particles that rarely end a noun.
 */
export function stemKorean(word: string): string {
  let stem = word;
  for (;;) {
    const particle = KOREAN_PARTICLES.find((ending) => stem.endsWith(ending));
    if (particle === undefined) return stem;
    const left = stem.length - particle.length;
    if (left < 1 || (left === 1 && (!KOREAN_AFTER_ONE.has(particle) || KOREAN_WHOLE.has(stem)))) return stem;
    stem = stem.slice(0, left);
  }
}
const KOREAN_PARTICLES = (
  '에서는 에서도 으로는 으로도 이라는 이라고 에게서 으로서 으로써 까지는 부터는 에서 에게 에는 에도 으로 로서 로써 ' +
  '까지 부터 처럼 보다 마다 조차 밖에 한테 께서 이나 이랑 하고 이라 라는 라고 들이 들을 들은 들의 은 는 이 가 을 를 의 에 로 와 과 도 만 들'
).split(' ');
const KOREAN_AFTER_ONE = new Set(
  '을 를 은 는 에 의 에서 에는 에도 으로 까지 부터 에게 한테 보다 처럼'.split(' '),
);
const KOREAN_WHOLE = new Set(['가을', '마을', '노을', '고을', '동의', '주의', '회의', '강의']);

/** Takes the first listed ending off while at least `keep` UTF-16 units stay; endings are listed longest first. */
function stripRepeatedly(word: string, endings: readonly string[], keep: number): string {
  let stem = word;
  for (;;) {
    const ending = endings.find((one) => stem.endsWith(one) && stem.length - one.length >= keep);
    if (ending === undefined) return stem;
    stem = stem.slice(0, stem.length - ending.length);
  }
}

/** Takes the first listed beginning off if at least `keep` UTF-16 units stay. */
function stripPrefix(word: string, beginnings: readonly string[], keep: number): string {
  const beginning = beginnings.find((one) => word.startsWith(one) && word.length - one.length >= keep);
  return beginning === undefined ? word : word.slice(beginning.length);
}
