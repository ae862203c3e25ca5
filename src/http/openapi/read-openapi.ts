// The OpenAPI description that a service gives out: the committed copy, with the limits of this service. To build it from the
// route table would take a sixth of the service's start.

import { readFileSync } from 'node:fs';
import type { Limits } from '../../domain/limits/limits.ts';
import { describeLimits } from './openapi-limits.ts';

const file = new URL('../../../openapi.json', import.meta.url);

/** By the limits that it names: read once, however many servers a process opens. */
const descriptions = new WeakMap<Limits, string>();

/** As JSON. */
export const servedOpenApi = (limits: Limits): string => {
  const known = descriptions.get(limits) ?? readOpenApi(limits);
  descriptions.set(limits, known);
  return known;
};

const readOpenApi = (limits: Limits): string => {
  const description = JSON.parse(readFileSync(file, 'utf8')) as { readonly info: object };
  // A member that is already there keeps its place.
  const info = { ...description.info, 'x-limits': describeLimits(limits) };
  return JSON.stringify({ ...description, info });
};
