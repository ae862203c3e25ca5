// Parses a regular expression into a tree for `linear-pattern.ts`. Features that a finite automaton cannot run (lookaround,
// backreferences) and modifiers are not supported.

export type PatternNode =
  | CharacterNode
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number };

/** Equal tokens of a pattern share one node. */
export interface CharacterNode {
  readonly kind: 'character';
  readonly matches: (codePoint: number) => boolean;
}

export type Assertion = 'start' | 'end' | 'boundary' | 'no-boundary';

export const PATTERN_MAX_CHARS = 1_000;

class Unsupported extends Error {}

/** Undefined if the text is not a regular expression, is too long, or uses an unsupported feature. */
export const parsePattern = (source: string): PatternNode | undefined => {
  if (source.length > PATTERN_MAX_CHARS) return undefined;
  try {
    // Node's own parser decides what is valid, so the parser below only sees valid patterns.
    new RegExp(source, 'u');
    return new Parser(source).parse();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Unsupported) return undefined;
    throw error;
  }
};

const assertions: Readonly<Record<string, Assertion>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'no-boundary',
};

/** The tokens of a pattern: a class, an escape, the opening of a group, a quantifier, or one character. */
const TOKEN =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)|\((?:\?(?:<[=!]|<[^>]*>|.))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

const QUANTIFIER = /^(?:[*+?]\??|\{\d.*)$/u;
const BACK_REFERENCE = /^\\(?:[1-9]|k)/u;

class Parser {
  private readonly tokens: readonly string[];
  private readonly characters = new Map<string, CharacterNode>();
  private at = 0;

  constructor(source: string) {
    this.tokens = source.match(TOKEN) ?? [];
  }

  parse(): PatternNode {
    const tree = this.readChoice();
    if (this.at < this.tokens.length) throw new Unsupported();
    return tree;
  }

  private readChoice(): PatternNode {
    const options = [this.readSequence()];
    while (this.tokens[this.at] === '|') {
      this.at += 1;
      options.push(this.readSequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  private readSequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (;;) {
      const token = this.tokens[this.at];
      if (token === undefined || token === '|' || token === ')') return { kind: 'sequence', parts };
      this.at += 1;
      const assertion = assertions[token];
      parts.push(assertion === undefined ? this.readRepeated(token) : { kind: 'assertion', assertion });
    }
  }

  private readRepeated(token: string): PatternNode {
    const part = token.startsWith('(') ? this.readGroup(token) : this.readCharacter(token);
    const quantifier = this.tokens[this.at];
    if (quantifier === undefined || !QUANTIFIER.test(quantifier)) return part;
    this.at += 1;
    return { kind: 'repeat', part, ...boundsOf(quantifier) };
  }

  private readCharacter(token: string): CharacterNode {
    const known = this.characters.get(token) ?? characterOf(token);
    this.characters.set(token, known);
    return known;
  }

  private readGroup(token: string): PatternNode {
    const isPlain = token === '(' || token === '(?:' || /^\(\?<[^=!]/u.test(token);
    if (!isPlain) throw new Unsupported();
    const inner = this.readChoice();
    this.at += 1;
    return inner;
  }
}

/** Greedy and lazy quantifiers match the same texts. */
const boundsOf = (quantifier: string): { readonly min: number; readonly max: number } => {
  switch (quantifier[0]) {
    case '*':
      return { min: 0, max: Number.POSITIVE_INFINITY };
    case '+':
      return { min: 1, max: Number.POSITIVE_INFINITY };
    case '?':
      return { min: 0, max: 1 };
    default: {
      const [min = '', max] = quantifier.replace(/^\{|\}\??$/gu, '').split(',');
      return {
        min: Number(min),
        max: max === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max),
      };
    }
  }
};

const characterOf = (token: string): CharacterNode => {
  if (BACK_REFERENCE.test(token)) throw new Unsupported();
  const isLiteral = token !== '.' && !token.startsWith('\\') && !token.startsWith('[');
  if (isLiteral) {
    const wanted = token.codePointAt(0);
    return { kind: 'character', matches: (codePoint) => codePoint === wanted };
  }
  // A class or an escape matches one character, so Node's own engine can decide it in constant time.
  const expression = new RegExp(`^${token}$`, 'u');
  return { kind: 'character', matches: (codePoint) => expression.test(String.fromCodePoint(codePoint)) };
};
