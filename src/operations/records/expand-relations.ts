// Replaces relations by the related records, level by level, with one read (or a few, if there are many records) per level.
// Each record is read once and assembled once per level, however often it is related to. A record that is not visible in the
// environment is returned as its id with `is_available: false`.

import {
  EXPANDED_CHARS_MAX,
  EXPANDED_RECORDS_MAX,
  type RecordPayload,
} from '../../contract/records/record-shapes.ts';
import { type Failure, invalidInput } from '../../domain/failures/failures.ts';
import { type RequestBudget, UNITS_PER_CHAR, UNITS_PER_ROW } from '../../domain/limits/request-budget.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import { loadComponents } from '../../domain/models/load-components.ts';
import { mapRelations } from '../../domain/models/map-relations.ts';
import type { ComponentModels } from '../../domain/models/value-shapes.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import type { RecordReader, RecordView } from '../../domain/records/record-ports.ts';
import { inLocale } from '../../domain/records/record-query.ts';
import { charsOf, toRecordPayload } from './record-payloads.ts';

export interface Expansion {
  readonly store: ScopedStore;
  readonly reader: RecordReader;
  readonly view: RecordView;
  readonly chain: readonly string[];
  /** Number of levels to expand. */
  readonly depth: number;
  readonly budget: RequestBudget;
}

type Fields = RecordPayload['fields'];

/** Records can be long, so their size is checked after each read of this many. */
const READ_AT_ONCE = 50;

/** A record whose relations are expanded: its fields, and how often it appears in the response. */
interface Node {
  readonly model: string;
  readonly fields: Fields;
  readonly count: number;
}

/** `undefined`: known not to be visible. */
type Related = Map<string, RecordPayload | undefined>;

/** The expanded fields of records of one model. Throws if the response would hold too many records. */
export const expandRelations = async (
  model: string,
  roots: readonly Fields[],
  expansion: Expansion,
): Promise<readonly Fields[]> => {
  if (expansion.depth === 0) return roots;
  const expander = new Expander(expansion);
  await expander.read(roots.map((fields) => ({ model, fields, count: 1 })));
  return expander.assemble(model, roots);
};

class Expander {
  private readonly expansion: Expansion;
  private readonly models = new Map<
    string,
    { model: ContentModel; components: ComponentModels } | undefined
  >();
  private readonly related: Related = new Map();
  /** The ids that each level relates to, beginning with the roots. */
  private readonly levels: (readonly string[])[] = [];
  /** Characters of all related records in the response. */
  private chars = 0;

  constructor(expansion: Expansion) {
    this.expansion = expansion;
  }

  async read(roots: readonly Node[]): Promise<void> {
    let nodes = roots;
    let total = 0;
    while (this.levels.length < this.expansion.depth) {
      const counts = await this.countRelated(nodes);
      if (counts.size === 0) return;
      for (const count of counts.values()) total += count;
      if (total > EXPANDED_RECORDS_MAX) {
        throw tooMany(`${EXPANDED_RECORDS_MAX} related records`);
      }
      await this.readRelated(counts);
      this.levels.push([...counts.keys()]);
      nodes = [...counts].flatMap(([id, count]) => {
        const payload = this.related.get(id);
        return payload === undefined ? [] : [{ model: payload.model, fields: payload.fields, count }];
      });
    }
  }

  /** Works from the deepest level up, so that related records are ready when needed. */
  async assemble(model: string, roots: readonly Fields[]): Promise<Fields[]> {
    let ready: ReadonlyMap<string, RecordPayload> | undefined;
    for (const ids of this.levels.toReversed()) {
      const level = new Map<string, RecordPayload>();
      for (const id of ids) {
        const payload = this.related.get(id);
        if (payload === undefined) continue;
        level.set(id, { ...payload, fields: await this.expand(payload.model, payload.fields, ready) });
      }
      ready = level;
    }
    const expanded: Fields[] = [];
    for (const fields of roots) expanded.push(await this.expand(model, fields, ready));
    return expanded;
  }

  private async expand(
    model: string,
    fields: Fields,
    ready: ReadonlyMap<string, RecordPayload> | undefined,
  ): Promise<Fields> {
    if (ready === undefined) return fields;
    await this.step();
    return this.map(model, fields, (id) => ready.get(id) ?? { id, is_available: false });
  }

  private async step(): Promise<void> {
    const { spend, pause } = this.expansion.budget;
    spend(UNITS_PER_ROW);
    await pause();
  }

  /** How often each related record will appear in the response. */
  private async countRelated(nodes: readonly Node[]): Promise<Map<string, number>> {
    for (const name of new Set(nodes.map(({ model }) => model))) await this.loadModel(name);
    const counts = new Map<string, number>();
    for (const { model, fields, count } of nodes) {
      await this.step();
      this.map(model, fields, (id) => {
        counts.set(id, (counts.get(id) ?? 0) + count);
        return id;
      });
    }
    return counts;
  }

  private async readRelated(counts: ReadonlyMap<string, number>): Promise<void> {
    const { reader, view, chain, budget } = this.expansion;
    const ids = [...counts.keys()];
    const unread = ids.filter((id) => !this.related.has(id));
    await this.measure(
      ids.filter((id) => this.related.has(id)),
      counts,
    );
    for (let from = 0; from < unread.length; from += READ_AT_ONCE) {
      const some = unread.slice(from, from + READ_AT_ONCE);
      for (const id of some) this.related.set(id, undefined);
      for (const shown of await reader.findRecords(some, view, budget)) {
        const found = inLocale(shown, chain);
        if (found !== undefined) {
          await this.loadModel(shown.record.model);
          const model = this.models.get(shown.record.model)?.model;
          this.related.set(shown.record.id, toRecordPayload(found, { model, withState: view === 'latest' }));
        }
      }
      await this.measure(some, counts);
    }
  }

  private async measure(ids: readonly string[], counts: ReadonlyMap<string, number>): Promise<void> {
    const { spend, pause } = this.expansion.budget;
    for (const id of ids) {
      const payload = this.related.get(id);
      if (payload === undefined) continue;
      const chars = charsOf(payload);
      this.chars += chars * (counts.get(id) ?? 0);
      spend(chars * UNITS_PER_CHAR);
      await pause();
    }
    if (this.chars > EXPANDED_CHARS_MAX) throw tooMany(`${EXPANDED_CHARS_MAX} characters of related records`);
  }

  private async loadModel(name: string): Promise<void> {
    if (this.models.has(name)) return;
    const { store } = this.expansion;
    const model = await store.findContentModelByName(name);
    this.models.set(
      name,
      model === undefined
        ? undefined
        : { model, components: await loadComponents((id) => store.findContentModel(id), model) },
    );
  }

  private map(name: string, fields: Fields, replace: (id: string) => unknown): Fields {
    const known = this.models.get(name);
    return known === undefined ? fields : mapRelations(known.model, known.components, fields, replace);
  }
}

const tooMany = (what: string): Failure =>
  invalidInput(
    'too_many',
    'expand',
    `The response would hold more than ${what}: request fewer records or levels`,
  );
