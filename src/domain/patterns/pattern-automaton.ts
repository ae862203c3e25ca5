// The states of a pattern, followed all at once. What a set of states becomes by a character is worked out once and looked up
// from then on; a pattern that keeps leading to new sets is followed without that, each step then costs its states.

import { type CharacterClass, CharacterClasses } from './character-classes.ts';
import type { Assertion, CharacterNode } from './pattern-syntax.ts';

export type AutomatonState =
  | CharacterNode
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  /** Goes on at both. */
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'found' };

export interface PatternRun {
  /** Goes on for about so many units. Undefined: there is more to do. */
  advance(units: number): boolean | undefined;
}

/** Where the text has been followed to, before the next character is looked at. */
interface Situation {
  /** States that a character has led to, the first `count`. A match may also begin here: state 0 is among them, unsaid. */
  readonly states: Uint16Array;
  readonly count: number;
  readonly isAfterWord: boolean;
  readonly isStart: boolean;
}

/** Classes beyond are worked out each time. */
const COLUMNS = 64;
const SITUATIONS_MAX = 512;
/** States of all remembered situations together. */
const REMEMBERED_STATES_MAX = 16_384;

/** In the table, which holds the number of a situation plus one. */
const UNKNOWN = 0;
const FOUND = -1;

const UNITS_PER_LOOKUP = 20;
const UNITS_PER_STEP = 100;
const UNITS_PER_STATE = 10;
const UNITS_PER_REMEMBERED_STATE = 50;
const UNITS_PER_SITUATION = 1_000;

const ENTRY_MAX = 0xffff_ffff;

const START: Situation = { states: new Uint16Array(0), count: 0, isAfterWord: false, isStart: true };

const codes = { character: 0, fork: 1, found: 2, start: 3, end: 4, boundary: 5, 'no-boundary': 6 } as const;

export class Automaton {
  readonly classes: CharacterClasses;
  /** States that the last step has led to. */
  readonly reached: Uint16Array;
  /** What was done since somebody last set it to 0. */
  units = 0;
  private readonly codeOf: Uint8Array;
  /** For a state of a character which kind of character it wants. */
  private readonly kindOf: Uint16Array;
  private readonly forks: readonly (readonly number[])[];
  private readonly enteredAt: Uint32Array;
  private readonly open: Uint16Array;
  private entry = 0;
  private memory = new Memory();

  constructor(states: readonly AutomatonState[]) {
    const kinds = new Map<CharacterNode, number>();
    this.codeOf = Uint8Array.from(states, (state) =>
      state.kind === 'assertion' ? codes[state.assertion] : codes[state.kind],
    );
    this.kindOf = Uint16Array.from(states, (state) => {
      if (state.kind !== 'character') return 0;
      const kind = kinds.get(state) ?? kinds.size;
      kinds.set(state, kind);
      return kind;
    });
    this.forks = states.map((state) => (state.kind === 'fork' ? state.to : []));
    this.classes = new CharacterClasses([...kinds.keys()].map(({ matches }) => matches));
    this.enteredAt = new Uint32Array(states.length);
    // Each state is entered once and opens two at most.
    this.open = new Uint16Array(3 * states.length + 1);
    this.reached = new Uint16Array(states.length);
  }

  start(text: string): PatternRun {
    // A full memory is of no use any more; runs under way keep the one they began with.
    if (this.memory.isFull()) this.memory = new Memory();
    return new Run(this, text, this.memory);
  }

  /** How many states the character leads to, `-1` when the pattern is found before it. Undefined: the end of the text. */
  follow({ states, count, isAfterWord, isStart }: Situation, next: CharacterClass | undefined): number {
    const { open, enteredAt, reached } = this;
    const isBoundary = isAfterWord !== (next?.isWord === true);
    const entry = this.nextEntry();
    let opened = 0;
    let targets = 0;
    let entered = 0;
    open[opened++] = 0;
    for (let index = 0; index < count; index += 1) open[opened++] = states[index] ?? 0;
    while (opened > 0) {
      const state = open[--opened] ?? 0;
      if (enteredAt[state] === entry) continue;
      enteredAt[state] = entry;
      entered += 1;
      const code = this.codeOf[state];
      if (code === codes.character) {
        if (next !== undefined && next.matches[this.kindOf[state] ?? 0] === 1) reached[targets++] = state + 1;
      } else if (code === codes.fork) {
        for (const to of this.forks[state] ?? []) open[opened++] = to;
      } else if (code === codes.found) {
        targets = FOUND;
        break;
      } else if (holds(code, isStart, next === undefined, isBoundary)) {
        open[opened++] = state + 1;
      }
    }
    this.units += UNITS_PER_STEP + entered * UNITS_PER_STATE;
    return targets;
  }

  private nextEntry(): number {
    if (this.entry === ENTRY_MAX) {
      this.enteredAt.fill(0);
      this.entry = 0;
    }
    this.entry += 1;
    return this.entry;
  }
}

const holds = (code: number | undefined, isStart: boolean, isEnd: boolean, isBoundary: boolean): boolean => {
  if (code === codes.start) return isStart;
  if (code === codes.end) return isEnd;
  return isBoundary === (code === codes.boundary);
};

/** Situations that were met, and what characters make of them. */
class Memory {
  private readonly situations: Situation[] = [];
  private readonly byKey = new Map<string, number>();
  private table = new Int16Array(0);
  private states = 0;

  isFull(): boolean {
    return this.situations.length >= SITUATIONS_MAX || this.states >= REMEMBERED_STATES_MAX;
  }

  at(number: number): Situation | undefined {
    return this.situations[number];
  }

  /** Its number, or undefined when there is no room for it. */
  remember({ states, count, isAfterWord, isStart }: Situation): number | undefined {
    const own = states.slice(0, count).sort();
    const key = `${isAfterWord}${isStart}${String.fromCharCode(...own)}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    if (this.isFull()) return undefined;
    const number = this.situations.length;
    this.situations.push({ states: own, count, isAfterWord, isStart });
    this.byKey.set(key, number);
    this.states += count;
    if (this.table.length < this.situations.length * COLUMNS) {
      const table = new Int16Array(2 * this.situations.length * COLUMNS);
      table.set(this.table);
      this.table = table;
    }
    return number;
  }

  /** One more than the number of the situation after a character of the class, `FOUND`, or `UNKNOWN`. */
  lookUp(number: number, { id }: CharacterClass): number {
    return id === undefined || id >= COLUMNS ? UNKNOWN : (this.table[number * COLUMNS + id] ?? UNKNOWN);
  }

  keep(number: number, { id }: CharacterClass, next: number): void {
    if (id !== undefined && id < COLUMNS) this.table[number * COLUMNS + id] = next;
  }
}

class Run implements PatternRun {
  private readonly automaton: Automaton;
  private readonly text: string;
  private readonly memory: Memory;
  private at = 0;
  private situation: Situation = START;
  /** Of the situation in the memory. Undefined: it is not there, and what follows will not be. */
  private number: number | undefined;

  constructor(automaton: Automaton, text: string, memory: Memory) {
    this.automaton = automaton;
    this.text = text;
    this.memory = memory;
    this.number = memory.remember(START);
  }

  advance(units: number): boolean | undefined {
    const { automaton, text, memory } = this;
    const { classes } = automaton;
    automaton.units = 0;
    classes.units = 0;
    for (let looked = 0; this.at < text.length; looked += UNITS_PER_LOOKUP) {
      if (looked + automaton.units + classes.units >= units) return undefined;
      const codePoint = text.codePointAt(this.at) ?? 0;
      this.at += codePoint > 0xffff ? 2 : 1;
      const next = classes.find(codePoint);
      const known = this.number === undefined ? UNKNOWN : memory.lookUp(this.number, next);
      if (known === FOUND) return true;
      if (known !== UNKNOWN) this.number = known - 1;
      else if (this.step(next)) return true;
    }
    return automaton.follow(this.current(), undefined) === FOUND;
  }

  private current(): Situation {
    return (this.number === undefined ? undefined : this.memory.at(this.number)) ?? this.situation;
  }

  /** Whether the pattern is found. */
  private step(next: CharacterClass): boolean {
    const { automaton, memory, number } = this;
    const count = automaton.follow(this.current(), next);
    if (count === FOUND) {
      if (number !== undefined) memory.keep(number, next, FOUND);
      return true;
    }
    const states = automaton.reached;
    const after = { states, count, isAfterWord: next.isWord, isStart: false };
    this.number = number === undefined ? undefined : memory.remember(after);
    if (number !== undefined) automaton.units += UNITS_PER_SITUATION + count * UNITS_PER_REMEMBERED_STATE;
    if (number !== undefined && this.number !== undefined) memory.keep(number, next, this.number + 1);
    // Another run may use the automaton before this one goes on.
    if (this.number === undefined) this.situation = { ...after, states: states.slice(0, count) };
    return false;
  }
}
