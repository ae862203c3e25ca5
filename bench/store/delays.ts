// How long a change takes from one node to a search on another, and how far the index there falls behind.

import { setTimeout as sleep } from 'node:timers/promises';
import * as demo from '../../demo/build/ids.ts';
import { percentile } from '../measure.ts';
import { type Node, readMetric } from './nodes.ts';
import { publishDraft, send, type Write, type WriteRow, writeFor } from './write-load.ts';

const PUBLISHES = 40;
const LAG_EVERY_MS = 50;
const SEEN_MAX_MS = 10_000;

export interface Delays {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const searchDraft: Write = {
  method: 'GET',
  target: `/discovery/search/content?catalog_id=${demo.mainCatalogId}&q=${demo.draftSearchTerm}`,
};

const delaysOf = (times: readonly number[]): Delays => {
  const sorted = Float64Array.from(times).sort();
  return {
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted.at(-1) ?? Number.NaN,
  };
};

/** From the response of the publish to the response of a search that shows it. `withPosition`: the first one must. */
export const measureDelays = async (writer: Node, reader: Node, withPosition: boolean): Promise<Delays> => {
  const times: number[] = [];
  for (let turn = 0; turn < PUBLISHES; turn += 1) {
    const isDraft = turn % 2 === 0;
    const published = await send(
      writer,
      publishDraft(isDraft ? demo.draftVersionId : demo.draftLiveVersionId),
    );
    const position = String(published.headers['vitrine-position']);
    const since = performance.now();
    for (;;) {
      const headers = withPosition ? { 'vitrine-position': position } : {};
      const { text } = await send(reader, searchDraft, headers);
      const tookMs = performance.now() - since;
      if ((JSON.parse(text) as { total: number }).total === (isDraft ? 1 : 0)) {
        times.push(tookMs);
        break;
      }
      if (withPosition) throw new Error('a search with the position of the write did not show it');
      if (tookMs > SEEN_MAX_MS) throw new Error('the publish never showed on the other node');
    }
  }
  return delaysOf(times);
};

/** Changes that the index of `reader` has still to take in while `writer` is written to. */
export const measureLag = async (
  writer: Node,
  reader: Node,
  { next, connections }: WriteRow,
  forMs: number,
): Promise<{ readonly median: number; readonly max: number; readonly perSecond: number }> => {
  const lags: number[] = [];
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      lags.push(await readMetric(reader, 'vitrine_search_feed_lag'));
      await send(reader, searchDraft);
      await sleep(LAG_EVERY_MS);
    }
  };
  const watching = watch();
  const { perSecond } = await writeFor([writer], next, forMs, connections);
  isOver = true;
  await watching;
  const sorted = Float64Array.from(lags).sort();
  return { median: percentile(sorted, 0.5), max: sorted.at(-1) ?? Number.NaN, perSecond };
};
