// Matches text against the regular expressions of models and forms in time linear in the text, whatever the pattern: it
// follows all states at once and never backtracks. It does not capture groups or replace text.
// A long text can be matched in steps, so that other requests can run in between.

import type { RequestBudget } from '../limits/request-budget.ts';
import { Automaton, type AutomatonState, type PatternRun } from './pattern-automaton.ts';
import { PATTERN_MAX_CHARS, type PatternNode, parsePattern } from './pattern-syntax.ts';

export const PATTERN_STATES_MAX = 1_000;
/** Compiled patterns are cached (LRU), since the values of a list mostly have the same one. */
const PATTERNS_KEPT_MAX = 128;
/** About a fifth of a millisecond. */
const STEP_UNITS = 200_000;
/** A text from which on another thread is asked: to match it takes a millisecond or more. */
const LONG_CHARS = 10_000;

export interface LinearPattern {
  readonly source: string;
  /** An upper bound on the steps to match a text of this many characters. */
  stepsFor(chars: number): number;
  /** Whether the pattern occurs anywhere in the text, like `RegExp.test` with the flag `u`. */
  matches(text: string): boolean;
  /** The same in steps. */
  start(text: string): PatternRun;
}

const kept = new Map<string, LinearPattern | undefined>();

/** Undefined if the text is not a regular expression, or cannot be matched in linear time. */
export const compilePattern = (source: string): LinearPattern | undefined => {
  if (source.length > PATTERN_MAX_CHARS) return undefined;
  const isKnown = kept.has(source);
  const pattern = isKnown ? kept.get(source) : compile(source);
  kept.delete(source);
  kept.set(source, pattern);
  const oldest = kept.size > PATTERNS_KEPT_MAX ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return pattern;
};

/** Like `matches`, but yields to other requests within a long text, or has another thread match it. */
export const matchesInSteps = async (
  pattern: LinearPattern,
  text: string,
  budget: RequestBudget,
): Promise<boolean> => {
  const isSpent = text.length >= LONG_CHARS && budget.matchAside !== undefined;
  if (isSpent) {
    // First, because nobody would wait for what was sent before.
    budget.spend(pattern.stepsFor(text.length));
    const aside = budget.matchAside?.(pattern.source, text);
    if (aside !== undefined) {
      budget.releasePermit();
      const found = await aside;
      if (found !== undefined) return found;
      await budget.pause();
    }
  }
  const run = pattern.start(text);
  for (;;) {
    if (!isSpent) budget.spend(Math.min(STEP_UNITS, pattern.stepsFor(text.length)));
    const found = run.advance(STEP_UNITS);
    if (found !== undefined) return found;
    await budget.pause();
  }
};

const compile = (source: string): LinearPattern | undefined => {
  const tree = parsePattern(source);
  const states: AutomatonState[] = [];
  if (tree === undefined || !emit(tree, states)) return undefined;
  states.push({ kind: 'found' });
  // Built on first use: many patterns are only validated, when their model or form is saved.
  let automaton: Automaton | undefined;
  const start = (text: string): PatternRun => {
    automaton ??= new Automaton(states);
    return automaton.start(text);
  };
  return {
    source,
    stepsFor: (chars) => (chars + 1) * states.length,
    matches: (text) => start(text).advance(Number.POSITIVE_INFINITY) === true,
    start,
  };
};

/** Whether a pattern is unusable only because it is too long or has too many states. */
export const isTooLarge = (source: string): boolean =>
  source.length > PATTERN_MAX_CHARS ||
  (compilePattern(source) === undefined && parsePattern(source) !== undefined);

/** Appends the states of a tree. Each continues at the next one unless it is a fork. False if there are too many. */
const emit = (node: PatternNode, states: AutomatonState[]): boolean => {
  if (states.length >= PATTERN_STATES_MAX) return false;
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

const emitChoice = (options: readonly PatternNode[], states: AutomatonState[]): boolean => {
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
  states: AutomatonState[],
): boolean => {
  for (let count = 0; count < min; count += 1) {
    const before = states.length;
    if (!emit(part, states)) return false;
    // Repeating an empty expression changes nothing.
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
