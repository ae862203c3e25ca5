// The in-process engine over a source in memory, with or without a folder for its snapshots.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openEmbeddedSearch } from '../../../src/adapters/embedded-search/embedded-search.ts';
import { buildIndexWork } from '../../../src/adapters/embedded-search/work/index-work.ts';
import { shownOf } from '../../fixtures/shown-content.ts';
import { CATALOG_ID, type MemorySource, scope } from './memory-source.ts';

export const fail = (error: unknown): void => {
  throw error;
};

/** Deleted when the test ends. */
export const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-index-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const openOver = (
  source: MemorySource,
  folder?: string,
  memoryBudgetBytes = Number.POSITIVE_INFINITY,
) => {
  const work = buildIndexWork(source, folder);
  return openEmbeddedSearch({ source, work, memoryBudgetBytes, onFailure: fail });
};

export const search = async (
  index: ReturnType<typeof openOver>,
  text: string,
  catalogId = CATALOG_ID,
): Promise<string[]> => {
  const { hits, total } = await index.searchContent(scope, catalogId, {
    text,
    localeChain: ['xx'],
    type: undefined,
    sortBy: 'title',
    sortOrder: 'asc',
    skip: 0,
    limit: 100,
  });
  assert.equal(hits.length, total);
  return hits.map((hit) => shownOf(hit).provider_id);
};

/** Counts how often the catalog is built from the source. */
export const countBuilds = (source: MemorySource) => {
  const counter = { builds: 0 };
  const listIfSmall: MemorySource['listIfSmall'] = (...where) => {
    counter.builds += 1;
    return source.listIfSmall(...where);
  };
  return { counter, source: { ...source, listIfSmall } };
};
