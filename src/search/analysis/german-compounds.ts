// Splits German compounds: Regenjacke is Regen and Jacke. A word always has the same parts: they depend only on the
// word and the lists beside this file, never on other documents. Words are folded. If no rule applies, a word stays
// whole, which is the safe choice. Not here: how parts are weighted and how queries use them.
import { foldedWords } from './compound-words.ts';
import {
  ADJECTIVES,
  EMPTY_MODIFIERS,
  HEADS,
  MODIFIERS,
  NOUNS,
  PRODUCTIVE_HEADS,
  UNSPLIT_PREFIXES,
} from './german-words.ts';

type Lexicon = {
  /** Words that may end a compound, in all inflections. */
  readonly heads: ReadonlySet<string>;
  /** A Bloom filter over the heads, read backwards: rules out nearly every suffix without creating a string. */
  readonly headBits: Uint8Array;
  /** Heads that may follow any modifier. */
  readonly productiveHeads: ReadonlySet<string>;
  /**
   * What may precede a head, linking elements included, mapped to its base word; '' if that is not worth indexing.
   */
  readonly modifiers: ReadonlyMap<string, string>;
  readonly unsplitPrefixes: readonly string[];
};

const WORD_MIN = 7;
const WORD_MAX = 40;
const PART_MIN = 3;
const PARTS_MAX = 4;
/**
 * Minimum lengths of an unknown modifier before a productive head, and of an unknown head after a linking element.
 */
const UNKNOWN_MODIFIER_MIN = 4;
const UNKNOWN_HEAD_MIN = 5;
/** A noun this long hardly ends a word by chance. */
const PRODUCTIVE_FROM_LENGTH = 7;

const LINKED_BY_S = /(?:ung|heit|keit|schaft|ion|itat|ultat|tum|ling)$/;
/** These suffixes with a linking s (-ungs-, -heits-) occur only inside compounds. */
const LINKED_NOUN = /^[a-z]{3,}(?:ung|heit|keit|schaft|ion|itat|ultat)s$/;
const LINKED_NOUN_MIN = 7;
const S = 's'.charCodeAt(0);

/**
 * Verb prefixes form no compound with the following noun, and verbs with an infix zu (abzudecken) are not compounds.
 */
const NOT_A_MODIFIER =
  /^(?:unter|uber|nach|durch|wider|gegen|zusammen|hinter|wieder|weiter|zuruck|voraus|heraus|hinaus|vorher)$|(?:zu|ver|sub)$|^[^aeiouy]+$/;
/** Two letters of one sound are not separated: Metamorphose does not end in Hose. */
const ONE_SOUND = /^(?:[cpt]h|ck)$/;

const NONE: readonly string[] = [];

/** The words of a compound, the head last; empty for any other word. */
export function germanParts(word: string): readonly string[] {
  if (word.length < WORD_MIN || word.length > WORD_MAX) return NONE;
  const lexicon = germanLexicon();
  const cuts = findHeads(lexicon, word);
  if (cuts.at(-1) === 0) return NONE;
  const parts =
    splitWhole(lexicon, word, cuts) ??
    splitAtLinker(lexicon, word) ??
    splitAtProductiveHead(lexicon, word, cuts);
  if (parts === undefined || lexicon.modifiers.has(word)) return NONE;
  if (lexicon.unsplitPrefixes.some((start) => word.startsWith(start))) return NONE;
  return parts.filter((part) => part !== '');
}

const HEAD_BITS = 1 << 18;
const HASH_START = 0x811c_9dc5;
const HASH_FACTOR = 0x0100_0193;

/** Where heads that end the word begin, the shortest head first; 0 if the word itself is a head. */
function findHeads({ heads, headBits }: Lexicon, word: string): readonly number[] {
  let cuts: number[] | undefined;
  let hash = HASH_START;
  for (let cut = word.length - 1; cut >= 0; cut -= 1) {
    hash = Math.imul(hash ^ word.charCodeAt(cut), HASH_FACTOR);
    if (cut > word.length - PART_MIN || !holdsBit(headBits, hash) || !heads.has(word.slice(cut))) continue;
    cuts ??= [];
    cuts.push(cut);
  }
  return cuts ?? NO_CUTS;
}

const NO_CUTS: readonly number[] = [];

function bitsOf(heads: ReadonlySet<string>): Uint8Array {
  const bits = new Uint8Array(HEAD_BITS / 8);
  for (const head of heads) {
    let hash = HASH_START;
    for (let at = head.length - 1; at >= 0; at -= 1)
      hash = Math.imul(hash ^ head.charCodeAt(at), HASH_FACTOR);
    const bit = hash & (HEAD_BITS - 1);
    bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7));
  }
  return bits;
}

function holdsBit(bits: Uint8Array, hash: number): boolean {
  const bit = hash & (HEAD_BITS - 1);
  return ((bits[bit >> 3] as number) & (1 << (bit & 7))) !== 0;
}

/**
 * A split in which every letter belongs to a known part. The fewest parts win, then the shortest head, which leaves a
 * linking element to the modifier.
 */
function splitWhole(lexicon: Lexicon, word: string, cuts: readonly number[]): string[] | undefined {
  let best: string[] | undefined;
  for (const cut of cuts) {
    if (cut < PART_MIN) break;
    const modifier = readModifiers(lexicon, word.slice(0, cut), PARTS_MAX - 1);
    if (modifier !== undefined && (best === undefined || modifier.length + 1 < best.length))
      best = [...modifier, word.slice(cut)];
  }
  return best;
}

function readModifiers(lexicon: Lexicon, text: string, partsMax: number): string[] | undefined {
  const { modifiers } = lexicon;
  const known = modifiers.get(text);
  if (known !== undefined) return [known];
  let best: string[] | undefined;
  for (let cut = PART_MIN; partsMax > 1 && cut <= text.length - PART_MIN; cut += 1) {
    const last = modifiers.get(text.slice(cut));
    if (last === undefined) continue;
    const rest = readModifiers(lexicon, text.slice(0, cut), partsMax - 1);
    if (rest !== undefined && (best === undefined || rest.length < best.length)) best = [...rest, last];
  }
  return best ?? (LINKED_NOUN.test(text) ? [text.slice(0, -1)] : undefined);
}

/** Splits at the last linking element that only occurs inside compounds. */
function splitAtLinker(lexicon: Lexicon, word: string): string[] | undefined {
  for (let cut = word.length - UNKNOWN_HEAD_MIN; cut >= LINKED_NOUN_MIN; cut -= 1) {
    if (word.charCodeAt(cut - 1) !== S || !LINKED_NOUN.test(word.slice(0, cut))) continue;
    const noun = word.slice(0, cut - 1);
    return [...(splitWhole(lexicon, noun, findHeads(lexicon, noun)) ?? [noun]), word.slice(cut)];
  }
  return undefined;
}

/** Splits before the longest head, if it is productive. */
function splitAtProductiveHead(
  { productiveHeads }: Lexicon,
  word: string,
  cuts: readonly number[],
): string[] | undefined {
  const cut = cuts.at(-1) ?? 0;
  if (cut < UNKNOWN_MODIFIER_MIN) return undefined;
  const modifier = word.slice(0, cut);
  const head = word.slice(cut);
  const isProductive =
    productiveHeads.has(head) &&
    !NOT_A_MODIFIER.test(modifier) &&
    !ONE_SOUND.test(word.slice(cut - 1, cut + 1));
  return isProductive ? [modifier, head] : undefined;
}

let known: Lexicon | undefined;

/** Built for the first German word: many processes never see one. */
function germanLexicon(): Lexicon {
  known ??= buildLexicon();
  return known;
}

function buildLexicon(): Lexicon {
  const heads = new Set<string>();
  const productiveHeads = new Set<string>();
  const modifiers = new Map<string, string>();
  const addModifiers = (word: string, linkers: readonly string[]): void => {
    modifiers.set(word, word);
    for (const linker of linkers) modifiers.set(word + linker, word);
  };
  const addForms = (to: Set<string>, word: string): void => {
    for (const form of formsOf(word)) to.add(form);
  };
  // Nouns last: where a stem or a plural is listed too, the noun wins.
  for (const entry of foldedWords(MODIFIERS)) {
    const [word = '', ...linkers] = entry.split('+');
    addModifiers(word, linkers);
  }
  for (const entry of foldedWords(NOUNS)) {
    const [noun = '', ...linkers] = entry.replace('-', '').split('+');
    addForms(heads, noun);
    if (noun.length >= PRODUCTIVE_FROM_LENGTH && !noun.endsWith('ung')) addForms(productiveHeads, noun);
    // Teenmode has nothing to do with Tee.
    if (/[^e]e$/.test(noun)) linkers.push('n');
    // Gesundheitsamt does not contain Samt: these nouns never occur without their s.
    if (LINKED_BY_S.test(noun)) modifiers.set(`${noun}s`, noun);
    else addModifiers(noun, linkers);
    if (!entry.endsWith('-')) continue;
    for (const linker of ['', ...linkers.filter((one) => one !== 'n')])
      modifiers.set(noun.slice(0, -1) + linker, noun);
  }
  for (const word of foldedWords(EMPTY_MODIFIERS)) modifiers.set(word, '');
  for (const noun of foldedWords(HEADS)) addForms(heads, noun);
  for (const noun of foldedWords(PRODUCTIVE_HEADS)) {
    addForms(heads, noun);
    addForms(productiveHeads, noun);
  }
  for (const word of foldedWords(ADJECTIVES)) {
    for (const ending of ['', 'e', 'er', 'es', 'en', 'em']) heads.add(word + ending);
  }
  return {
    heads,
    headBits: bitsOf(heads),
    productiveHeads,
    modifiers,
    unsplitPrefixes: foldedWords(UNSPLIT_PREFIXES),
  };
}

/** Folding makes ä and a one letter, so a plural differs only in its ending. */
function formsOf(noun: string): string[] {
  const forms = endingsOf(noun).map((ending) => noun + ending);
  return noun.endsWith('um') ? [...forms, `${noun.slice(0, -2)}en`] : forms;
}

function endingsOf(noun: string): readonly string[] {
  if (noun.endsWith('e')) return ['', 'n', 's'];
  if (/(?:er|el|en)$/.test(noun)) return ['', 's', 'n', 'in', 'innen'];
  if (/[aiouy]$/.test(noun)) return ['', 's'];
  if (noun.endsWith('nis')) return ['', 'se', 'sen', 'ses'];
  return ['', 'e', 'en', 'er', 'ern', 'es', 's'];
}
