// Matches text against the regular expressions that models and forms carry, in time linear in the text whatever the
// pattern: all states are followed at once, nothing is ever tried again. Not here: groups that capture, and `replace`.

import { type Assertion, type PatternNode, parsePattern } from './pattern-syntax.ts';

const STATES_MAX = 1_000;

export interface LinearPattern {
  /** An upper bound of the steps that matching a text of so many characters takes. */
  stepsFor(chars: number): number;
  /** Whether the pattern is found anywhere in the text, as `RegExp.test` with the flag `u` would say. */
  matches(text: string): boolean;
}

type State =
  | { readonly kind: 'character'; readonly matches: (codePoint: number) => boolean }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  /** Goes on at both. */
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: 'found' };

/** Undefined when the text is no regular expression, or one that cannot be matched in linear time. */
export const compilePattern = (source: string): LinearPattern | undefined => {
  const tree = parsePattern(source);
  const states: State[] = [];
  if (tree === undefined || !emit(tree, states)) return undefined;
  states.push({ kind: 'found' });
  return {
    stepsFor: (chars) => (chars + 1) * states.length,
    matches: (text) =>
      run(
        states,
        Array.from(text, (character) => character.codePointAt(0) ?? 0),
      ),
  };
};

/** Writes the states of a tree; each goes on at the next one unless it is a fork. False when they are too many. */
const emit = (node: PatternNode, states: State[]): boolean => {
  if (states.length >= STATES_MAX) return false;
  switch (node.kind) {
    case 'character':
    case 'assertion':
      states.push(node);
      return true;
    case 'sequence':
      return node.parts.every((part) => emit(part, states));
    case 'choice':
      return emitChoice(node.options, states);
    case 'repeat':
      return emitRepeat(node, states);
  }
};

const emitChoice = (options: readonly PatternNode[], states: State[]): boolean => {
  const exits: number[][] = [];
  for (const [index, option] of options.entries()) {
    const isLast = index === options.length - 1;
    const fork: number[] = [states.length + 1];
    if (!isLast) states.push({ kind: 'fork', to: fork });
    if (!emit(option, states)) return false;
    if (!isLast) {
      const exit: number[] = [];
      states.push({ kind: 'fork', to: exit });
      exits.push(exit);
      fork.push(states.length);
    }
  }
  for (const exit of exits) exit.push(states.length);
  return true;
};

const emitRepeat = (
  { part, min, max }: { readonly part: PatternNode; readonly min: number; readonly max: number },
  states: State[],
): boolean => {
  for (let count = 0; count < min; count += 1) {
    const before = states.length;
    if (!emit(part, states)) return false;
    // What takes no state is nothing however often it is repeated.
    if (states.length === before) return true;
  }
  if (max === Number.POSITIVE_INFINITY) {
    const fork: number[] = [states.length + 1];
    const start = states.length;
    states.push({ kind: 'fork', to: fork });
    if (!emit(part, states)) return false;
    states.push({ kind: 'fork', to: [start] });
    fork.push(states.length);
    return true;
  }
  const forks: number[][] = [];
  for (let count = min; count < max; count += 1) {
    const before = states.length;
    const fork: number[] = [before + 1];
    states.push({ kind: 'fork', to: fork });
    forks.push(fork);
    if (!emit(part, states)) return false;
    if (states.length === before + 1) break;
  }
  for (const fork of forks) fork.push(states.length);
  return true;
};

const run = (states: readonly State[], text: readonly number[]): boolean => {
  let current: number[] = [];
  /** For each state the position at which it was last entered, so that it is entered once at each. */
  const enteredAt = new Int32Array(states.length).fill(-1);
  for (let position = 0; position <= text.length; position += 1) {
    const waiting: number[] = [];
    // A match may begin anywhere.
    const open = [0, ...current];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (enteredAt[state] === position) continue;
      enteredAt[state] = position;
      const entered = states[state];
      if (entered === undefined || entered.kind === 'found') return true;
      if (entered.kind === 'character') waiting.push(state);
      else if (entered.kind === 'fork') open.push(...entered.to);
      else if (holds(entered.assertion, text, position)) open.push(state + 1);
    }
    const codePoint = text[position];
    if (codePoint === undefined) return false;
    current = [];
    for (const index of waiting) {
      const state = states[index];
      if (state?.kind === 'character' && state.matches(codePoint)) current.push(index + 1);
    }
  }
  return false;
};

const WORD = /\w/u;

const isWord = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && WORD.test(String.fromCodePoint(codePoint));

const holds = (assertion: Assertion, text: readonly number[], position: number): boolean => {
  if (assertion === 'start') return position === 0;
  if (assertion === 'end') return position === text.length;
  const isBoundary = isWord(text[position - 1]) !== isWord(text[position]);
  return isBoundary === (assertion === 'boundary');
};
