// Proves that the documents of a catalog are those of the store, beside services that write to both: waits until the feeder has come as
// far as the store was, and looks again at what differs.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '../../../domain/access/scope.ts';
import type { FeedingState } from '../feeding-state.ts';
import { buildIndexer, loadSettings } from './catalog-indexer.ts';
import type { ChangeEffect } from './change-effects.ts';
import { compareObject, type IndexDifference } from './compare-objects.ts';
import { readObjects } from './read-objects.ts';
import { buildRefresh } from './refresh-index.ts';
import { placeOf, type States } from './states.ts';
import { type VerifiedCatalog, type VerifySettings, verifyCatalog } from './verify-catalog.ts';

/** `behind`: the feeder does not catch up. `unfed`: there are no documents. `gone`: there is no such catalog any more. */
export type VerifiedPlace =
  | ({ readonly state: 'verified' } & VerifiedCatalog)
  | { readonly state: 'behind'; readonly behind: number }
  | { readonly state: 'unfed' }
  | { readonly state: 'gone' };

export interface VerifyPlaceSettings extends VerifySettings {
  readonly states: States;
  /** For how long the position of a feeder that is behind may stay the same. */
  readonly stallTimeoutMs: number;
}

const POLL_MS = 100;
const LOOKS_MAX = 5;

export const verifyPlace = async (
  settings: VerifyPlaceSettings,
  scope: Scope,
  catalogId: string,
): Promise<VerifiedPlace> => {
  const refresh = buildRefresh(settings.server);
  let verified: VerifiedCatalog | undefined;
  let generation = 0;
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const reached = await reachHead(settings, scope, catalogId);
    if (!('generation' in reached)) return reached;
    await refresh(reached.index);
    // A generation that is not searched any more is deleted soon.
    const isOther = reached.generation !== generation;
    generation = reached.generation;
    verified =
      isOther || verified === undefined
        ? await verifyCatalog(settings, reached)
        : { ...verified, ...(await lookAgain(settings, reached, verified.differences)) };
    const { differences, differencesTotal } = verified;
    const isWrongAltogether = differencesTotal > differences.length;
    const isStill = (await settings.states.find(scope, catalogId))?.state.generation === generation;
    if (isStill && (differences.length === 0 || isWrongAltogether)) break;
  }
  return verified === undefined ? { state: 'unfed' } : { state: 'verified', ...verified };
};

/** The state once the feeder has come to where the store is now. */
const reachHead = async (
  { states, source, signal, stallTimeoutMs }: VerifyPlaceSettings,
  scope: Scope,
  catalogId: string,
): Promise<FeedingState | Exclude<VerifiedPlace, { readonly state: 'verified' }>> => {
  const head = await source.headPosition(scope);
  let last: number | undefined;
  let since = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const state = (await states.find(scope, catalogId))?.state;
    if (state !== undefined && state.position >= head) return state;
    if (state?.position !== last) since = performance.now();
    last = state?.position;
    if (performance.now() - since >= stallTimeoutMs) {
      if ((await loadSettings(source, scope, catalogId)) === undefined) return { state: 'gone' };
      return state === undefined ? { state: 'unfed' } : { state: 'behind', behind: head - state.position };
    }
    await sleep(POLL_MS, undefined, { signal });
  }
};

/** Those that still differ. */
const lookAgain = async (
  { server, source, signal }: VerifySettings,
  state: FeedingState,
  differences: readonly IndexDifference[],
): Promise<Pick<VerifiedCatalog, 'differences' | 'differencesTotal'>> => {
  const place = placeOf(state);
  const { scope, catalogId } = place;
  const settings = await loadSettings(source, scope, catalogId);
  if (settings === undefined) return { differences: [], differencesTotal: 0 };
  const indexer = buildIndexer(settings, place, state.average_lengths);
  const left: IndexDifference[] = [];
  for (const { kind, id } of differences) {
    signal.throwIfAborted();
    const object = new Map([['', objectOf(kind, id)]]);
    for await (const found of readObjects(source, scope, catalogId, indexer, object))
      for (const one of found) {
        const difference = await compareObject(server, state, one);
        if (difference !== undefined) left.push(difference);
      }
  }
  return { differences: left, differencesTotal: left.length };
};

const objectOf = (kind: IndexDifference['kind'], id: string): readonly [ChangeEffect, string] => {
  if (kind === 'product') return ['product', id];
  return [id.startsWith('record:') ? 'record' : 'item', id.slice(id.indexOf(':') + 1)];
};
