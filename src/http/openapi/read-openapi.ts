// The OpenAPI description that the service serves: the committed copies of its parts, with the limits of this service. Building it
// from the route table would take a sixth of the time that the service needs to start.

import { readFileSync } from 'node:fs';
import type { Limits } from '../../domain/limits/limits.ts';
import { describeLimits } from './openapi-limits.ts';
import { type OpenApiPart, openApiParts } from './openapi-parts.ts';

export interface ServedOpenApi {
  readonly path: string;
  /** As JSON. */
  readonly text: string;
}

/** By the limits that they name: read once, however many servers a process opens. */
const descriptions = new WeakMap<Limits, readonly ServedOpenApi[]>();

export const servedOpenApi = (limits: Limits): readonly ServedOpenApi[] => {
  const known =
    descriptions.get(limits) ??
    openApiParts.map((part) => ({ path: part.path, text: readOpenApi(part, limits) }));
  descriptions.set(limits, known);
  return known;
};

const readOpenApi = ({ file }: OpenApiPart, limits: Limits): string => {
  const description = JSON.parse(readFileSync(file, 'utf8')) as { readonly info: object };
  // A member that is already there keeps its place.
  const info = { ...description.info, 'x-limits': describeLimits(limits) };
  return JSON.stringify({ ...description, info });
};
