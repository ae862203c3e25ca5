// Splits Dutch, Swedish, Danish, Norwegian and Finnish compounds: regnjacka is regn and jacka. As in German, the
// parts depend only on the word and the lists beside this file; if no rule applies, a word stays whole. Words are
// folded. Not here: how parts are weighted and how queries use them, and German, which has its own rules.
import {
  type CompoundWords,
  DANISH,
  DUTCH,
  FINNISH,
  foldedWords,
  NORWEGIAN,
  SWEDISH,
} from './compound-words.ts';

/** How a language joins and inflects its nouns. */
interface CompoundRules {
  readonly words: CompoundWords;
  /** Linking elements between two parts. */
  readonly linkers: readonly string[];
  /** Matches nouns whose last letter is replaced by the linking element: flicka, flicknamn. */
  readonly replaced: RegExp | undefined;
  readonly endings: readonly string[];
  /** Endings that replace a final vowel: jacka, jackor. */
  readonly vowelEndings: readonly string[];
  /** The form of a noun before endings that change its consonants: kenkä, kengät. */
  readonly soften: (noun: string) => string;
}

interface Lexicon {
  /** Words that may end a compound, in all inflections. */
  readonly heads: ReadonlySet<string>;
  /** Heads that may follow any modifier: products come in ever new variants. */
  readonly productiveHeads: ReadonlySet<string>;
  /** What may precede a head, linking elements included, mapped to its base word. */
  readonly modifiers: ReadonlyMap<string, string>;
}

const list = (words: string): readonly string[] => ['', ...words.split(' ')];

const asItIs = (noun: string): string => noun;

/** Double consonants become single, nk becomes ng, t becomes d. */
const softenFinnish = (noun: string): string =>
  noun
    .replace(/([kpt])\1([aeiouy])$/, '$1$2')
    .replace(/nk([aeiouy])$/, 'ng$1')
    .replace(/([aeiouy])t([aeiouy])$/, '$1d$2');

const COMPOUND_RULES: Readonly<Record<string, CompoundRules>> = {
  da: {
    words: DANISH,
    linkers: list('s e'),
    replaced: undefined,
    soften: asItIs,
    endings: list('r er en et e n ne rne erne ene'),
    vowelEndings: list('er en erne'),
  },
  fi: {
    words: FINNISH,
    linkers: list('n'),
    replaced: undefined,
    soften: softenFinnish,
    endings: list('n t a ssa sta lla lle lta ja jen ien ia'),
    vowelEndings: list('it oita ia ien ojen'),
  },
  nl: {
    words: DUTCH,
    linkers: list('s e en'),
    replaced: undefined,
    soften: asItIs,
    endings: list('s en e je jes tje tjes'),
    vowelEndings: list(''),
  },
  no: {
    words: NORWEGIAN,
    linkers: list('s e'),
    replaced: undefined,
    soften: asItIs,
    endings: list('r er en et e n a ne rne ene'),
    vowelEndings: list('er en ene a'),
  },
  sv: {
    words: SWEDISH,
    linkers: list('s e'),
    replaced: /[ae]$/,
    soften: asItIs,
    endings: list('n en et ar er or r na arna erna orna ens s'),
    vowelEndings: list('or orna an ar arna en'),
  },
};

const WORD_MIN = 7;
const WORD_MAX = 40;
const PART_MIN = 3;
const PARTS_MAX = 3;
/** Minimum lengths of an unknown modifier, and of a head that may follow one. */
const UNKNOWN_MODIFIER_MIN = 4;
const PRODUCTIVE_HEAD_MIN = 5;

/** Prefixes that form no compound with what follows: transplant, promotor. */
const NOT_A_MODIFIER = /^(?:trans|inter|prom|super|under|over)$/;

const NONE: readonly string[] = [];
const lexicons = new Map<string, Lexicon>();

/** Splits words of the language, the head last; undefined if its compounds are not split. */
export function compoundParts(language: string): ((word: string) => readonly string[]) | undefined {
  const rules = Object.hasOwn(COMPOUND_RULES, language) ? COMPOUND_RULES[language] : undefined;
  return rules && ((word) => partsOf(lexiconOf(language, rules), word));
}

function partsOf(lexicon: Lexicon, word: string): readonly string[] {
  if (word.length < WORD_MIN || word.length > WORD_MAX || lexicon.heads.has(word)) return NONE;
  let open: readonly string[] = NONE;
  // Prefer the longest head that leaves only known words before it.
  for (let cut = PART_MIN; cut <= word.length - PART_MIN; cut += 1) {
    const head = word.slice(cut);
    if (!lexicon.heads.has(head)) continue;
    const modifier = readModifiers(lexicon, word.slice(0, cut), PARTS_MAX - 1);
    if (modifier !== undefined) return [...modifier, head];
    if (
      open === NONE &&
      cut >= UNKNOWN_MODIFIER_MIN &&
      lexicon.productiveHeads.has(head) &&
      !NOT_A_MODIFIER.test(word.slice(0, cut))
    )
      open = [word.slice(0, cut), head];
  }
  return open;
}

function readModifiers(lexicon: Lexicon, text: string, partsMax: number): string[] | undefined {
  const known = lexicon.modifiers.get(text);
  if (known !== undefined) return [known];
  for (let cut = PART_MIN; partsMax > 1 && cut <= text.length - PART_MIN; cut += 1) {
    const last = lexicon.modifiers.get(text.slice(cut));
    const rest = last === undefined ? undefined : readModifiers(lexicon, text.slice(0, cut), partsMax - 1);
    if (last !== undefined && rest !== undefined) return [...rest, last];
  }
  return undefined;
}

/** Built for the first word of the language. */
function lexiconOf(language: string, rules: CompoundRules): Lexicon {
  const known = lexicons.get(language);
  if (known !== undefined) return known;
  const lexicon = buildLexicon(rules);
  lexicons.set(language, lexicon);
  return lexicon;
}

function buildLexicon({ words, linkers, replaced, soften, endings, vowelEndings }: CompoundRules): Lexicon {
  const heads = new Set<string>();
  const productiveHeads = new Set<string>();
  const modifiers = new Map<string, string>();
  const addHead = (form: string, isProductive: boolean): void => {
    heads.add(form);
    if (isProductive) productiveHeads.add(form);
  };
  for (const entry of [...foldedWords(words.nouns), ...foldedWords(words.whole)]) {
    const [noun = '', ...ownLinkers] = entry.split('+');
    const isProductive = noun.length >= PRODUCTIVE_HEAD_MIN;
    for (const ending of endings) {
      addHead(noun + ending, isProductive);
      if (ending !== '') addHead(soften(noun) + ending, isProductive);
    }
    // Tas, tassen: a final consonant may double.
    if (/[^aeiouy][aeiouy][^aeiouy]$/.test(noun)) addHead(`${noun}${noun.at(-1)}en`, isProductive);
    const isVowel = /[aeiouy]$/.test(noun);
    if (isVowel)
      for (const ending of vowelEndings) if (ending !== '') addHead(noun.slice(0, -1) + ending, isProductive);
    for (const linker of [...linkers, ...ownLinkers]) modifiers.set(noun + linker, noun);
    if (replaced?.test(noun))
      for (const linker of linkers) setIfNew(modifiers, noun.slice(0, -1) + linker, noun);
  }
  return { heads, productiveHeads, modifiers };
}

function setIfNew(map: Map<string, string>, key: string, value: string): void {
  if (key.length >= PART_MIN && !map.has(key)) map.set(key, value);
}
