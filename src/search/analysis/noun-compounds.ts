// Takes Dutch, Swedish, Danish, Norwegian and Finnish compounds apart: regnjacka is regn and jacka. As with German, the parts come of
// the word alone and the lists beside this file, never of what else a collection holds; where no rule holds, a word stays whole.
// Words are folded. Not here: what a part weighs and how a query uses it, and German, which has rules of its own.
import {
  type CompoundWords,
  DANISH,
  DUTCH,
  FINNISH,
  foldedWords,
  NORWEGIAN,
  SWEDISH,
} from './compound-words.ts';

/** How a language joins and ends its nouns. */
interface Joining {
  readonly words: CompoundWords;
  /** What may stand between two parts. */
  readonly joints: readonly string[];
  /** What may stand between them in place of the last letter of the first: flicka, flicknamn; nainen, naisten. */
  readonly replaced: RegExp | undefined;
  readonly endings: readonly string[];
  /** Endings in place of a last vowel: jacka, jackor. */
  readonly vowelEndings: readonly string[];
  /** What a noun becomes before endings that soften it: kenkä, kengät. */
  readonly soften: (noun: string) => string;
}

interface Lexicon {
  /** What may end a compound, in all its endings. */
  readonly heads: ReadonlySet<string>;
  /** Heads before which anything may stand: what is sold comes in ever new makes. */
  readonly openHeads: ReadonlySet<string>;
  /** What may stand before a head, joints included, and the word that it is. */
  readonly fronts: ReadonlyMap<string, string>;
}

const list = (words: string): readonly string[] => ['', ...words.split(' ')];

const asItIs = (noun: string): string => noun;

/** Doubled consonants become one, nk ng, t d. */
const softenFinnish = (noun: string): string =>
  noun
    .replace(/([kpt])\1([aeiouy])$/, '$1$2')
    .replace(/nk([aeiouy])$/, 'ng$1')
    .replace(/([aeiouy])t([aeiouy])$/, '$1d$2');

const JOININGS: Readonly<Record<string, Joining>> = {
  da: {
    words: DANISH,
    joints: list('s e'),
    replaced: undefined,
    soften: asItIs,
    endings: list('r er en et e n ne rne erne ene'),
    vowelEndings: list('er en erne'),
  },
  fi: {
    words: FINNISH,
    joints: list('n'),
    replaced: undefined,
    soften: softenFinnish,
    endings: list('n t a ssa sta lla lle lta ja jen ien ia'),
    vowelEndings: list('it oita ia ien ojen'),
  },
  nl: {
    words: DUTCH,
    joints: list('s e en'),
    replaced: undefined,
    soften: asItIs,
    endings: list('s en e je jes tje tjes'),
    vowelEndings: list(''),
  },
  no: {
    words: NORWEGIAN,
    joints: list('s e'),
    replaced: undefined,
    soften: asItIs,
    endings: list('r er en et e n a ne rne ene'),
    vowelEndings: list('er en ene a'),
  },
  sv: {
    words: SWEDISH,
    joints: list('s e'),
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
/** An unknown word before a head is at least so long, and a head before which it may stand. */
const UNKNOWN_FRONT_MIN = 4;
const OPEN_HEAD_MIN = 5;

/** These begin words that are no compounds with what follows: transplant, promotor. */
const NO_FRONT = /^(?:trans|inter|prom|super|under|over)$/;

const NONE: readonly string[] = [];
const lexicons = new Map<string, Lexicon>();

/** Takes words of the language apart, the head last; undefined where its compounds are left whole. */
export function compoundParts(language: string): ((word: string) => readonly string[]) | undefined {
  const joining = Object.hasOwn(JOININGS, language) ? JOININGS[language] : undefined;
  return joining && ((word) => partsOf(lexiconOf(language, joining), word));
}

function partsOf(lexicon: Lexicon, word: string): readonly string[] {
  if (word.length < WORD_MIN || word.length > WORD_MAX || lexicon.heads.has(word)) return NONE;
  let open: readonly string[] = NONE;
  // The longest head that leaves known words alone before it.
  for (let cut = PART_MIN; cut <= word.length - PART_MIN; cut += 1) {
    const head = word.slice(cut);
    if (!lexicon.heads.has(head)) continue;
    const front = readFront(lexicon, word.slice(0, cut), PARTS_MAX - 1);
    if (front !== undefined) return [...front, head];
    if (
      open === NONE &&
      cut >= UNKNOWN_FRONT_MIN &&
      lexicon.openHeads.has(head) &&
      !NO_FRONT.test(word.slice(0, cut))
    )
      open = [word.slice(0, cut), head];
  }
  return open;
}

function readFront(lexicon: Lexicon, text: string, partsMax: number): string[] | undefined {
  const known = lexicon.fronts.get(text);
  if (known !== undefined) return [known];
  for (let cut = PART_MIN; partsMax > 1 && cut <= text.length - PART_MIN; cut += 1) {
    const last = lexicon.fronts.get(text.slice(cut));
    const rest = last === undefined ? undefined : readFront(lexicon, text.slice(0, cut), partsMax - 1);
    if (last !== undefined && rest !== undefined) return [...rest, last];
  }
  return undefined;
}

/** Made when the first word of the language comes. */
function lexiconOf(language: string, joining: Joining): Lexicon {
  const known = lexicons.get(language);
  if (known !== undefined) return known;
  const lexicon = buildLexicon(joining);
  lexicons.set(language, lexicon);
  return lexicon;
}

function buildLexicon({ words, joints, replaced, soften, endings, vowelEndings }: Joining): Lexicon {
  const heads = new Set<string>();
  const openHeads = new Set<string>();
  const fronts = new Map<string, string>();
  const addHead = (form: string, isOpen: boolean): void => {
    heads.add(form);
    if (isOpen) openHeads.add(form);
  };
  for (const entry of [...foldedWords(words.nouns), ...foldedWords(words.whole)]) {
    const [noun = '', ...ownJoints] = entry.split('+');
    const isOpen = noun.length >= OPEN_HEAD_MIN;
    for (const ending of endings) {
      addHead(noun + ending, isOpen);
      if (ending !== '') addHead(soften(noun) + ending, isOpen);
    }
    // Tas, tassen: a last consonant may be doubled.
    if (/[^aeiouy][aeiouy][^aeiouy]$/.test(noun)) addHead(`${noun}${noun.at(-1)}en`, isOpen);
    const isVowel = /[aeiouy]$/.test(noun);
    if (isVowel)
      for (const ending of vowelEndings) if (ending !== '') addHead(noun.slice(0, -1) + ending, isOpen);
    for (const joint of [...joints, ...ownJoints]) fronts.set(noun + joint, noun);
    if (replaced?.test(noun)) for (const joint of joints) setIfNew(fronts, noun.slice(0, -1) + joint, noun);
  }
  return { heads, openHeads, fronts };
}

function setIfNew(map: Map<string, string>, key: string, value: string): void {
  if (key.length >= PART_MIN && !map.has(key)) map.set(key, value);
}
