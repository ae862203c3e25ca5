// Checks answers against the fields of a form, and finds every faulty field, not only the first.
// Values are not guessed: a value either has the type of its field or is rejected. A blank answer counts as none.

import type { FieldFault } from '../failures/failure-codes.ts';
import type { FieldError } from '../failures/field-failures.ts';
import { type Counted, FirstHundred } from '../failures/first-hundred.ts';
import { type RequestBudget, unbounded } from '../limits/request-budget.ts';
import { type Expected, PatternBudget, type PatternContext } from '../models/value-rules.ts';
import { compilePattern, type LinearPattern, matchesInSteps } from '../patterns/linear-pattern.ts';
import { isBlankText } from '../text/blank.ts';
import { countOf } from '../text/count-of.ts';
import { parseInstant } from '../text/instant.ts';
import { isCleanText } from '../text/json-value.ts';
import { shownName } from '../text/shown-name.ts';
import type { FormField, FormFieldType } from './form.ts';

export type Answer = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, Answer>>;

export interface ReadAnswers {
  readonly answers: Answers;
  readonly errors: Counted<FieldError>;
}

const LINE_MAX_CHARS = 1_000;
const TEXT_MAX_CHARS = 10_000;
const EMAIL_MAX_CHARS = 254;
const URL_MAX_CHARS = 2_000;
const NUMBER_MAX_CHARS = 40;

/** What is wrong with one answer. The message follows the name of the field. */
class AnswerFault extends Error {
  readonly code: FieldFault;

  constructor(code: FieldFault, words: string) {
    super(words);
    this.code = code;
  }
}

/** `given` may contain anything. `isKnown` tells which names other than fields are expected. */
export const readAnswers = async (
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean,
  budget: RequestBudget = unbounded,
): Promise<ReadAnswers> => {
  const errors = new FirstHundred<FieldError>();
  const answers: [string, Answer][] = [];
  const patternBudget = new PatternBudget();
  for (const field of fields) {
    try {
      const value = Object.hasOwn(given, field.name) ? withoutBlank(given[field.name]) : undefined;
      if (value !== undefined)
        answers.push([field.name, await readAnswer(field, value, patternBudget, budget)]);
      else if (field.isRequired) throw new AnswerFault('missing', 'is required');
    } catch (error) {
      if (!(error instanceof AnswerFault)) throw error;
      const { code, message } = error;
      errors.add(() => ({ field: field.name, code, message: `${field.name} ${message}` }));
    }
  }
  const names = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(given)) {
    if (names.has(name) || isKnown(name)) continue;
    errors.add(() => {
      const field = shownName(name);
      return { field, code: 'unknown_field', message: `The form has no field ${field}` };
    });
  }
  return { answers: Object.fromEntries(answers), errors };
};

/** Throws `AnswerFault` for the first fault, including a pattern that does not match. */
const readAnswer = async (
  field: FormField,
  value: unknown,
  patternBudget: PatternBudget,
  budget: RequestBudget,
): Promise<Answer> => {
  const expected: Expected[] = [];
  const read = () => readers[field.type](value, field, { expect: (text) => expected.push(text) });
  const result = attempt(read);
  for (const each of expected) await assertMatches(each, patternBudget, budget);
  if (result instanceof AnswerFault) throw result;
  return result;
};

const attempt = (read: () => Answer): Answer | AnswerFault => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AnswerFault)) throw error;
    return error;
  }
};

/**
 * Undefined: not answered. White space alone is no answer, nor is a list of it. A list in a list is not valid for any field
 * and is not inspected, so its depth costs nothing.
 */
const withoutBlank = (value: unknown): unknown => {
  if (!Array.isArray(value)) return isUnanswered(value) ? undefined : value;
  const answered = value.filter((item) => !isUnanswered(item));
  return answered.length === 0 ? undefined : answered;
};

/** Unlike `isBlank`: in a form, `null` is no answer either, and `{}` is a wrong answer rather than a missing one. */
export const isUnanswered = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && isBlankText(value));

type AnswerReader = (value: unknown, field: FormField, context: PatternContext) => Answer;

const cleanText = (value: unknown): string => {
  if (typeof value !== 'string') throw new AnswerFault('wrong_type', 'must be a single text');
  if (!isCleanText(value)) {
    throw new AnswerFault('invalid_character', 'contains a character that is not allowed');
  }
  return value;
};

/** A single line: line breaks do not belong in a name or an address, and could inject headers into an e-mail. */
const lineText = (value: unknown): string => {
  const text = cleanText(value).trim();
  if (/[\r\n\u2028\u2029]/u.test(text)) {
    throw new AnswerFault('invalid_character', 'must be a single line');
  }
  return text;
};

const withinRules = (
  text: string,
  { validation }: FormField,
  maxChars: number,
  context: PatternContext,
): string => {
  const { minLength = 0, maxLength = maxChars, pattern } = validation;
  const length = [...text].length;
  if (length > maxLength)
    throw new AnswerFault('too_long', `must not be longer than ${countOf(maxLength, 'character')}`);
  if (length < minLength)
    throw new AnswerFault('too_short', `must have at least ${countOf(minLength, 'character')}`);
  if (pattern !== undefined) context.expect({ at: '', pattern, text, chars: length });
  return text;
};

/** Throws unless the whole text matches. It yields to other requests before and during the match. */
const assertMatches = async (
  { pattern, text, chars }: Expected,
  patterns: PatternBudget,
  budget: RequestBudget,
): Promise<void> => {
  await budget.pause();
  const compiled = compileWhole(pattern);
  // Unusable patterns are rejected when a form is saved. If an old form has one, do not make visitors suffer for it.
  if (compiled === undefined) return;
  // Linear time is still long if there are many long answers and large patterns.
  if (!patterns.spend(compiled.stepsFor(chars)))
    throw new AnswerFault('too_long', 'is too long to be checked against its pattern');
  if (!(await matchesInSteps(compiled, text, budget)))
    throw new AnswerFault('malformed', 'does not match the expected pattern');
};

/** A pattern that must match the whole text, like `pattern` in HTML. Undefined if it cannot be used. */
export const compileWhole = (source: string): LinearPattern | undefined =>
  // Compile it alone first: `a)|(b` would become valid inside the brackets.
  compilePattern(source) === undefined ? undefined : compilePattern(`^(?:${source})$`);

const DOMAIN_LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const EMAIL = new RegExp(`^[^\\s@\\p{C}"(),:;<>[\\]\\\\]{1,64}@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+$`, 'u');
const TELEPHONE = /^[+0-9(][0-9 ()./*#,;x-]{2,39}$/i;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const readEmail: AnswerReader = (value, field, context) => {
  const text = lineText(value);
  // Check the length first, so that the regular expression has bounded input.
  if (text.length > EMAIL_MAX_CHARS || !EMAIL.test(text)) {
    throw new AnswerFault('malformed', 'must be an e-mail address');
  }
  return withinRules(text, field, EMAIL_MAX_CHARS, context);
};

const readUrl: AnswerReader = (value, field, context) => {
  const text = withinRules(lineText(value), field, URL_MAX_CHARS, context);
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || /\s/u.test(text)) {
    throw new AnswerFault('malformed', 'must be a URL that begins with http:// or https://');
  }
  return text;
};

const readTelephone: AnswerReader = (value, field, context) => {
  const text = lineText(value);
  if (!TELEPHONE.test(text) || text.replaceAll(/\D/g, '').length < 3) {
    throw new AnswerFault('malformed', 'must be a telephone number');
  }
  return withinRules(text, field, LINE_MAX_CHARS, context);
};

const readNumber: AnswerReader = (value, { validation: { min, max } }) => {
  const number = typeof value === 'number' ? value : numberOf(lineText(value));
  if (!Number.isFinite(number)) throw new AnswerFault('malformed', 'must be a number');
  if (typeof min === 'number' && number < min) {
    throw new AnswerFault('out_of_range', `must not be less than ${min}`);
  }
  if (typeof max === 'number' && number > max) {
    throw new AnswerFault('out_of_range', `must not be greater than ${max}`);
  }
  // Turns -0, which JSON cannot write back, into 0.
  return number + 0;
};

const numberOf = (text: string): number =>
  text.length <= NUMBER_MAX_CHARS && DECIMAL.test(text) ? Number(text) : Number.NaN;

const readDate: AnswerReader = (value, { validation: { min, max } }) => {
  const day = lineText(value);
  if (!DAY.test(day) || parseInstant(day) === undefined) {
    throw new AnswerFault('malformed', 'must be a date such as 2026-01-31');
  }
  if (typeof min === 'string' && day < min) {
    throw new AnswerFault('out_of_range', `must not be before ${min}`);
  }
  if (typeof max === 'string' && day > max) throw new AnswerFault('out_of_range', `must not be after ${max}`);
  return day;
};

const readOption = (value: unknown, { options }: FormField): string => {
  const text = cleanText(value);
  if (!options.some((option) => option.value === text)) {
    throw new AnswerFault('not_allowed', 'must be one of the offered options');
  }
  return text;
};

const readChecked: AnswerReader = (value, { isRequired }) => {
  const isChecked = typeof value === 'boolean' ? value : checkedWords.get(cleanText(value).toLowerCase());
  if (isChecked === undefined) throw new AnswerFault('wrong_type', 'must be true or false');
  if (isRequired && !isChecked) throw new AnswerFault('missing', 'must be checked');
  return isChecked;
};

/** Browsers send `on` for a checked box without a value. */
const checkedWords: ReadonlyMap<string, boolean> = new Map([
  ...['on', 'true', '1', 'yes'].map((word): [string, boolean] => [word, true]),
  ...['off', 'false', '0', 'no'].map((word): [string, boolean] => [word, false]),
]);

const readers: Readonly<Record<FormFieldType, AnswerReader>> = {
  text: (value, field, context) => withinRules(lineText(value), field, LINE_MAX_CHARS, context),
  // Browsers send line breaks as CR LF, scripts as LF. Normalized, the same answer has the same length and text.
  textarea: (value, field, context) =>
    withinRules(cleanText(value).replaceAll(/\r\n?/g, '\n'), field, TEXT_MAX_CHARS, context),
  email: readEmail,
  url: readUrl,
  tel: readTelephone,
  number: readNumber,
  date: readDate,
  select: readOption,
  multi_select: (value, field) => [
    ...new Set((Array.isArray(value) ? value : [value]).map((item) => readOption(item, field))),
  ],
  checkbox: readChecked,
};
