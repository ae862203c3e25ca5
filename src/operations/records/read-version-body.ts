// Reads the body of a new record or version by the rules of Decision 0003, and reports the first fault. For the texts it only
// checks that they are an object; `field-values.ts` checks them against the model.

import { IDENTIFIER_MAX_CHARS, TEXT_MAX_CHARS, UUID_PATTERN } from '../../contract/values.ts';
import { invalidInput, missingParameter } from '../../domain/failures/failures.ts';
import { isBlankUnlessList } from '../../domain/text/blank.ts';
import { isCleanText, isObject, isUnused, ownValue } from '../../domain/text/json-value.ts';
import { shownName } from '../../domain/text/shown-name.ts';

export interface VersionBody {
  /** Lower case. */
  readonly id: string | undefined;
  readonly baseVersionId: string | undefined;
  readonly createdBy: string | undefined;
  readonly name: string | undefined;
  readonly localized: Readonly<Record<string, unknown>>;
}

type Sent = Readonly<Record<string, unknown>>;

const UUID = new RegExp(UUID_PATTERN, 'u');

const idNames = ['base_version_id', 'id'] as const;
const otherNames = ['created_by', 'name', 'localized'] as const;

/** With a base, the body is for saving a version; without, for creating a record. */
export const readVersionBody = (body: Sent, { hasBase }: { readonly hasBase: boolean }): VersionBody => {
  const known: readonly string[] = [...(hasBase ? idNames : ['id']), ...otherNames];
  const required = hasBase ? ['base_version_id', 'localized'] : ['localized'];
  const missing = required.find((name) => isUnused(ownValue(body, name)));
  if (missing !== undefined) throw missingParameter(missing);
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const shown = shownName(unknown);
    throw invalidInput('unknown_field', shown, `Unknown field: ${shown}`);
  }
  return {
    baseVersionId: hasBase ? readId(body, 'base_version_id') : undefined,
    id: readId(body, 'id'),
    createdBy: readText(body, 'created_by', IDENTIFIER_MAX_CHARS),
    name: readText(body, 'name', TEXT_MAX_CHARS),
    localized: readObject(body, 'localized'),
  };
};

const readId = (body: Sent, name: string): string | undefined => {
  const text = readText(body, name, IDENTIFIER_MAX_CHARS);
  if (text !== undefined && !UUID.test(text)) {
    throw invalidInput('malformed', name, `${name} is not well formed`);
  }
  return text?.toLowerCase();
};

const readText = (body: Sent, name: string, maxChars: number): string | undefined => {
  const value = ownValue(body, name);
  if (isUnused(value)) return undefined;
  if (isBlankUnlessList(value)) throw invalidInput('blank_value', name, `${name} is blank`);
  if (typeof value !== 'string') throw invalidInput('wrong_type', name, `${name} must be text`);
  if (!isCleanText(value)) {
    throw invalidInput('invalid_character', name, `${name} contains a character that is not allowed`);
  }
  if (value.length > maxChars) {
    throw invalidInput('too_long', name, `${name} must not be longer than ${maxChars} characters`);
  }
  return value;
};

const readObject = (body: Sent, name: string): Sent => {
  const value = ownValue(body, name);
  if (isBlankUnlessList(value)) throw invalidInput('blank_value', name, `${name} is blank`);
  if (!isObject(value)) throw invalidInput('wrong_type', name, `${name} must be an object`);
  return value;
};
