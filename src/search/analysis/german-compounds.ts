// Takes a German compound apart: Regenjacke is Regen and Jacke. Guarantees that a word has the same parts wherever it stands,
// since they come of the word alone and the lists beside this file, never of what else a collection holds. Words are folded.
// Not here: what a part weighs and how a query uses it. Where no rule holds, a word stays whole: that is the safe side.
import { foldedWords } from './compound-words.ts';
import {
  ADJECTIVES,
  EMPTY_MODIFIERS,
  HEADS,
  MODIFIERS,
  NOUNS,
  OPEN_HEADS,
  WHOLE_BEGINNINGS,
} from './german-words.ts';

type Lexicon = {
  /** What may end a compound, in all its endings. */
  readonly heads: ReadonlySet<string>;
  /** One bit for each hash of a head read backwards: nearly every end of a word is told from a head without a string made of it. */
  readonly headBits: Uint8Array;
  /** Heads before which anything may stand. */
  readonly openHeads: ReadonlySet<string>;
  /** What may stand before a head, joints included, and the word that it is; '' where that is not worth finding. */
  readonly fronts: ReadonlyMap<string, string>;
  readonly wholeBeginnings: readonly string[];
};

const WORD_MIN = 7;
const WORD_MAX = 40;
const PART_MIN = 3;
const PARTS_MAX = 4;
/** An unknown word before an open head, and an unknown one behind a joint, are at least so long. */
const UNKNOWN_FRONT_MIN = 4;
const UNKNOWN_HEAD_MIN = 5;
/** A noun of this length hardly ends a word by chance. */
const OPEN_FROM_LENGTH = 7;

const JOINS_BY_S = /(?:ung|heit|keit|schaft|ion|itat|ultat|tum|ling)$/;
/** These end a word that is not over, whatever it is: -ungs-, -heits- stand nowhere else. */
const JOINT = /^[a-z]{3,}(?:ung|heit|keit|schaft|ion|itat|ultat)s$/;
const JOINT_MIN = 7;
const S = 's'.charCodeAt(0);

/** What begins verbs makes no compound with the noun behind it, and a verb with zu in it (abzudecken) is none. */
const NO_FRONT =
  /^(?:unter|uber|nach|durch|wider|gegen|zusammen|hinter|wieder|weiter|zuruck|voraus|heraus|hinaus|vorher)$|(?:zu|ver|sub)$|^[^aeiouy]+$/;
/** Two letters that are one sound are not cut in two: Metamorphose ends in no Hose. */
const ONE_SOUND = /^(?:[cpt]h|ck)$/;

const NONE: readonly string[] = [];

/** The words a compound is made of, the head last; none for any other word. */
export function germanParts(word: string): readonly string[] {
  if (word.length < WORD_MIN || word.length > WORD_MAX) return NONE;
  const lexicon = germanLexicon();
  const cuts = findHeads(lexicon, word);
  if (cuts.at(-1) === 0) return NONE;
  const parts =
    splitWhole(lexicon, word, cuts) ?? splitAtJoint(lexicon, word) ?? splitAtOpenHead(lexicon, word, cuts);
  if (parts === undefined || lexicon.fronts.has(word)) return NONE;
  if (lexicon.wholeBeginnings.some((start) => word.startsWith(start))) return NONE;
  return parts.filter((part) => part !== '');
}

const HEAD_BITS = 1 << 18;
const HASH_START = 0x811c_9dc5;
const HASH_FACTOR = 0x0100_0193;

/** Where heads begin that end the word, the shortest first; 0 if the word is one itself. */
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

/** Every letter belongs to a known part. The fewest parts; of those the shortest head, which leaves a joint to what it joins. */
function splitWhole(lexicon: Lexicon, word: string, cuts: readonly number[]): string[] | undefined {
  let best: string[] | undefined;
  for (const cut of cuts) {
    if (cut < PART_MIN) break;
    const front = readFront(lexicon, word.slice(0, cut), PARTS_MAX - 1);
    if (front !== undefined && (best === undefined || front.length + 1 < best.length))
      best = [...front, word.slice(cut)];
  }
  return best;
}

function readFront(lexicon: Lexicon, text: string, partsMax: number): string[] | undefined {
  const { fronts } = lexicon;
  const known = fronts.get(text);
  if (known !== undefined) return [known];
  let best: string[] | undefined;
  for (let cut = PART_MIN; partsMax > 1 && cut <= text.length - PART_MIN; cut += 1) {
    const last = fronts.get(text.slice(cut));
    if (last === undefined) continue;
    const rest = readFront(lexicon, text.slice(0, cut), partsMax - 1);
    if (rest !== undefined && (best === undefined || rest.length < best.length)) best = [...rest, last];
  }
  return best ?? (JOINT.test(text) ? [text.slice(0, -1)] : undefined);
}

/** The last joint that says by itself that a compound goes on behind it. */
function splitAtJoint(lexicon: Lexicon, word: string): string[] | undefined {
  for (let cut = word.length - UNKNOWN_HEAD_MIN; cut >= JOINT_MIN; cut -= 1) {
    if (word.charCodeAt(cut - 1) !== S || !JOINT.test(word.slice(0, cut))) continue;
    const noun = word.slice(0, cut - 1);
    return [...(splitWhole(lexicon, noun, findHeads(lexicon, noun)) ?? [noun]), word.slice(cut)];
  }
  return undefined;
}

/** The longest head that ends the word, if anything may stand before it. */
function splitAtOpenHead(
  { openHeads }: Lexicon,
  word: string,
  cuts: readonly number[],
): string[] | undefined {
  const cut = cuts.at(-1) ?? 0;
  if (cut < UNKNOWN_FRONT_MIN) return undefined;
  const front = word.slice(0, cut);
  const head = word.slice(cut);
  const isOpen =
    openHeads.has(head) && !NO_FRONT.test(front) && !ONE_SOUND.test(word.slice(cut - 1, cut + 1));
  return isOpen ? [front, head] : undefined;
}

let known: Lexicon | undefined;

/** Made when the first German word comes: most processes hold texts of other languages too. */
function germanLexicon(): Lexicon {
  known ??= buildLexicon();
  return known;
}

function buildLexicon(): Lexicon {
  const heads = new Set<string>();
  const openHeads = new Set<string>();
  const fronts = new Map<string, string>();
  const addFronts = (word: string, joints: readonly string[]): void => {
    fronts.set(word, word);
    for (const joint of joints) fronts.set(word + joint, word);
  };
  const addForms = (to: Set<string>, word: string): void => {
    for (const form of formsOf(word)) to.add(form);
  };
  // Nouns last: where a stem or a plural is listed too, it stands for the noun.
  for (const entry of foldedWords(MODIFIERS)) {
    const [word = '', ...joints] = entry.split('+');
    addFronts(word, joints);
  }
  for (const entry of foldedWords(NOUNS)) {
    const [noun = '', ...joints] = entry.replace('-', '').split('+');
    addForms(heads, noun);
    if (noun.length >= OPEN_FROM_LENGTH && !noun.endsWith('ung')) addForms(openHeads, noun);
    // A Teenmode has to do with no Tee.
    if (/[^e]e$/.test(noun)) joints.push('n');
    // Gesundheitsamt is no Samt: these never stand bare.
    if (JOINS_BY_S.test(noun)) fronts.set(`${noun}s`, noun);
    else addFronts(noun, joints);
    if (!entry.endsWith('-')) continue;
    for (const joint of ['', ...joints.filter((one) => one !== 'n')])
      fronts.set(noun.slice(0, -1) + joint, noun);
  }
  for (const word of foldedWords(EMPTY_MODIFIERS)) fronts.set(word, '');
  for (const noun of foldedWords(HEADS)) addForms(heads, noun);
  for (const noun of foldedWords(OPEN_HEADS)) {
    addForms(heads, noun);
    addForms(openHeads, noun);
  }
  for (const word of foldedWords(ADJECTIVES)) {
    for (const ending of ['', 'e', 'er', 'es', 'en', 'em']) heads.add(word + ending);
  }
  return {
    heads,
    headBits: bitsOf(heads),
    openHeads,
    fronts,
    wholeBeginnings: foldedWords(WHOLE_BEGINNINGS),
  };
}

/** Folding makes ä and a one letter, so that endings are all that a plural can change. */
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
