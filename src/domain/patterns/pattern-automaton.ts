// Runs a pattern as an automaton that follows all its states at once. Transitions between sets of states are cached. For a
// pattern that keeps producing new sets the cache is bypassed, and each step costs as much as it has states.

import { type CharacterClass, CharacterClasses } from './character-classes.ts';
import type { Assertion, CharacterNode } from './pattern-syntax.ts';

export type AutomatonState =
  | CharacterNode
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  /** Continues at both. */
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'found' };

export interface PatternRun {
  /** Continues for about this many units. Undefined: not finished. */
  advance(units: number): boolean | undefined;
}

/** The state of a run before the next character. */
interface Situation {
  /** The current states: the first `count` entries. State 0 is implied, since a match may begin anywhere. */
  readonly states: Uint16Array;
  readonly count: number;
  readonly isAfterWord: boolean;
  readonly isStart: boolean;
}

/** Transitions of further classes are not cached. */
const COLUMNS = 64;
const SITUATIONS_MAX = 512;
/** States in all cached situations together. */
const REMEMBERED_STATES_MAX = 16_384;

/** In the table, which holds the number of a situation plus 1. */
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
  /** The states after the last step. */
  readonly reached: Uint16Array;
  /** Work done since a caller last reset it to 0. */
  units = 0;
  private readonly codeOf: Uint8Array;
  /** For a character state, the index of its character test. */
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
    // Each state is entered once and adds at most two.
    this.open = new Uint16Array(3 * states.length + 1);
    this.reached = new Uint16Array(states.length);
  }

  start(text: string): PatternRun {
    // Replace a full cache. Running matches keep the one they began with.
    if (this.memory.isFull()) this.memory = new Memory();
    return new Run(this, text, this.memory);
  }

  /** The number of states after the character, or `-1` if the pattern already matched before it. `next` undefined: end of text. */
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

/** Caches situations and their transitions. */
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

  /** Its number, or undefined if the cache is full. */
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

  /** The number of the next situation plus 1, `FOUND`, or `UNKNOWN`. */
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
  /** Number of the situation in the cache. Undefined: it is not cached, and the rest of the run will not be. */
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

  /** Whether the pattern matched. */
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
    // Another run may use the automaton before this one continues.
    if (this.number === undefined) this.situation = { ...after, states: states.slice(0, count) };
    return false;
  }
}
