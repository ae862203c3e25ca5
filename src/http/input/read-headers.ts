// The path parameters and the headers that an operation declares. Scoping headers and tokens are read elsewhere.

import type { IncomingMessage } from 'node:http';
import type { TObject, TSchema } from 'typebox';
import { invalidInput, missingHeader } from '../../domain/failures/failures.ts';
import { findRepeated, headerText } from '../wire/raw-headers.ts';
import { buildValueCheck } from './check-value.ts';
import { assertCleanText, assertUsableLiteral, isUnusedText } from './text-rules.ts';

export type HeadersReader = (
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
) => Record<string, string>;

export const buildHeadersReader = (schema: TObject): HeadersReader => {
  const declared = Object.entries(schema.properties).map(([name, property]: [string, TSchema]) => ({
    name,
    isRequired: schema.required?.includes(name) ?? false,
    check: buildValueCheck(property),
  }));
  const names = new Set(declared.map(({ name }) => name));
  return (request) => {
    const repeated = findRepeated(request, names);
    if (repeated !== undefined) {
      throw invalidInput('repeated', repeated, `The header ${repeated} is sent more than once`);
    }
    const headers: Record<string, string> = {};
    for (const { name, isRequired, check } of declared) {
      const text = headerText(request, name)?.trim();
      if (text === undefined && isRequired) {
        throw missingHeader(name);
      }
      if (text !== undefined && (isRequired || !isUnusedText(text))) {
        assertUsableLiteral(text, name);
        check(text, name);
        headers[name] = text;
      }
    }
    return headers;
  };
};

export type ParamsReader = (params: unknown) => Record<string, string>;

/** The router has decoded them strictly. Whether they name anything is for the operation to say. */
export const buildParamsReader = (schema: TObject): ParamsReader => {
  const names = Object.keys(schema.properties);
  return (sent) => {
    const params: Record<string, string> = {};
    for (const name of names) {
      const text = (sent as Record<string, string>)[name] ?? '';
      assertCleanText(text, name);
      params[name] = text;
    }
    return params;
  };
};
