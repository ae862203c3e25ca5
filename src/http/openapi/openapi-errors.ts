// Adds the names and codes that an error may have, which the contract leaves open, from the catalogue of failures.

import type { TSchema } from 'typebox';
import { type Schema, walkSchema } from '../../contract/schema-walk.ts';
import { codePrefixes, failureNames, fieldFaults, plainCodes } from '../../domain/failures/failure-codes.ts';
import { toSchema } from './openapi-schema.ts';

const codeForms = [
  { type: 'string', enum: plainCodes },
  {
    type: 'string',
    pattern: '^[a-z_]+_not_found$',
    description: 'What was not found, for example `catalog_not_found`.',
  },
  {
    type: 'string',
    pattern: `^(${codePrefixes.join('|')}):[\\s\\S]+$`,
    description:
      'The cause, then the field, parameter, header, part or limit, for example `blank_value:sort_order`.',
  },
];

/** A failure as it is sent, its names and codes enumerated. */
export const describeErrors = (failure: TSchema): Schema =>
  walkSchema(toSchema(failure), (inner) => {
    const properties = inner['properties'] as Readonly<Record<string, Schema>>;
    if (inner['title'] === 'Error') {
      const { type: _, ...code } = properties['code'] ?? {};
      const name = { ...properties['name'], enum: failureNames };
      return { ...inner, properties: { ...properties, name, code: { ...code, anyOf: codeForms } } };
    }
    if (inner['title'] === 'FieldError') {
      return { ...inner, properties: { ...properties, code: { ...properties['code'], enum: fieldFaults } } };
    }
    return inner;
  });
