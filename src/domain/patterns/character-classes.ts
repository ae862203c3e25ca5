// Characters that a pattern cannot distinguish form one class. Classes are computed when a character first occurs and cached,
// for at most a few thousand characters at a time.

const CLASSES_MAX = 1_024;
const CHARACTERS_MAX = 4_096;
const ASCII = 128;
const UNKNOWN = -1;
const WORD = /^\w$/u;
/** The cost of classifying a character, and of each character test in the pattern. */
const UNITS_PER_LOOK = 500;
const UNITS_PER_KIND = 100;

export interface CharacterClass {
  /** Undefined for a class beyond the limit, which is not cached. */
  readonly id: number | undefined;
  /** 1 for each character test of the pattern that matches. */
  readonly matches: Uint8Array;
  readonly isWord: boolean;
}

type Matches = (codePoint: number) => boolean;

export class CharacterClasses {
  /** The cost of all characters classified so far. */
  units = 0;
  private readonly kinds: readonly Matches[];
  private readonly classes: CharacterClass[] = [];
  private readonly bySignature = new Map<string, CharacterClass>();
  private readonly ofAscii = new Int16Array(ASCII).fill(UNKNOWN);
  private readonly ofOthers = new Map<number, CharacterClass>();

  constructor(kinds: readonly Matches[]) {
    this.kinds = kinds;
  }

  find(codePoint: number): CharacterClass {
    const known =
      codePoint < ASCII ? this.classes[this.ofAscii[codePoint] ?? UNKNOWN] : this.ofOthers.get(codePoint);
    return known ?? this.look(codePoint);
  }

  private look(codePoint: number): CharacterClass {
    this.units += UNITS_PER_LOOK + this.kinds.length * UNITS_PER_KIND;
    const isWord = codePoint < ASCII && WORD.test(String.fromCharCode(codePoint));
    let signature = isWord ? 'w' : '';
    for (const matches of this.kinds) signature += matches(codePoint) ? '1' : '0';
    let found = this.bySignature.get(signature);
    if (found === undefined) {
      const matches = Uint8Array.from(signature.replace('w', ''), Number);
      if (this.classes.length >= CLASSES_MAX) return { id: undefined, matches, isWord };
      found = { id: this.classes.length, matches, isWord };
      this.classes.push(found);
      this.bySignature.set(signature, found);
    }
    if (codePoint < ASCII) {
      this.ofAscii[codePoint] = found.id ?? UNKNOWN;
    } else {
      if (this.ofOthers.size >= CHARACTERS_MAX) this.ofOthers.clear();
      this.ofOthers.set(codePoint, found);
    }
    return found;
  }
}
