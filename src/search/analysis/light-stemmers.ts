// Small suffix strippers for languages where the Snowball rules need the accents that folding removes, or where no
// stemmer exists. Input and output are folded, and a stem is never empty. Not here: dictionaries, irregular forms,
// prefixes other than articles and particles.

/**
 * Arabic: strips the article and one-letter particles in front, and plural, pronoun and verb endings. Snowball needs
 * ة, which folds to ه. A single particle (and, with, for) may also be a root's first letter, so only longer words
 * lose it.
 */
export function stemArabic(word: string): string {
  // Without its vowel mark, the accusative is written as an alef.
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
 * Korean: strips particles repeatedly, so that a noun that itself ends like a particle (고양이) loses it with and
 * without one (고양이는). A single remaining syllable is allowed only after particles that rarely end a noun.
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

/**
 * The Slavic languages in Latin script: strips case and adjective endings. Letters that folding changes (ł, č, ę) are
 * the same in all forms. A fleeting vowel is dropped: tašek becomes taška, książek książka.
 */
export function stemSlavic(word: string): string {
  const ending = SLAVIC_ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= 3);
  const stem = ending === undefined ? word : word.slice(0, -ending.length);
  return stem.length >= 5 ? stem.replace(/([^aeiouy])(?:i?e|o)k$/, '$1k') : stem;
}
const SLAVIC_ENDINGS = (
  'iami ami emi imi ymi iach ach ech ich ych ama ima iego ego eho iho emu imu omu owi ovi ove ' +
  'iom iem iow ow ov ev om em im ym am um ou oj ej aja ia ie iu mi a e i o u y'
).split(' ');

/** Serbian is written in both scripts. */
export function stemSerbian(word: string): string {
  return word.charCodeAt(0) < 0x80 ? stemSlavic(word) : stemByEnd(word);
}

/** Hebrew: strips the article in front, plural and feminine endings. Final letter forms become ordinary ones. */
export function stemHebrew(word: string): string {
  const bare = stripPrefix(word, ['ה'], 3);
  const ending = ['יים', 'ים', 'ות', 'ה'].find((one) => bare.endsWith(one) && bare.length - one.length >= 2);
  const stem = ending === undefined ? bare : bare.slice(0, -ending.length);
  const last = HEBREW_FINALS.get(stem.at(-1) ?? '');
  return last === undefined ? stem : stem.slice(0, -1) + last;
}
const HEBREW_FINALS = new Map(
  ['ךכ', 'םמ', 'ןנ', 'ףפ', 'ץצ'].map(([last = '', within = '']) => [last, within]),
);

/** Persian plurals, with the suffixes that may follow them. */
export function stemPersian(word: string): string {
  return stripRepeatedly(word, ['هايي', 'هاي', 'ها'], 2);
}

/** For inflecting languages without a stemmer: strips a final s and the final vowels. */
export function stemByEnd(word: string): string {
  const stem = word.replace(/(?<=.{4})s$/, '');
  return stem.replace(/(?<=.{4})[aeiouyəаеиоуыэюяіїєйь]+$/, '');
}

/** Strips the first listed ending, repeatedly, while at least `keep` UTF-16 units remain; longest endings first. */
function stripRepeatedly(word: string, endings: readonly string[], keep: number): string {
  let stem = word;
  for (;;) {
    const ending = endings.find((one) => stem.endsWith(one) && stem.length - one.length >= keep);
    if (ending === undefined) return stem;
    stem = stem.slice(0, stem.length - ending.length);
  }
}

/** Strips the first listed prefix if at least `keep` UTF-16 units remain. */
function stripPrefix(word: string, beginnings: readonly string[], keep: number): string {
  const beginning = beginnings.find((one) => word.startsWith(one) && word.length - one.length >= keep);
  return beginning === undefined ? word : word.slice(beginning.length);
}
