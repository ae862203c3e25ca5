// Relations of records replaced by the records they lead to, level by level: one read of records for each level, or a few
// where they are many. What is not shown in the environment stays as its id with a mark.

import { EXPANDED_CHARS_MAX, EXPANDED_RECORDS_MAX, type RecordAnswer } from '../contract/record-shapes.ts';
import type { ContentModel } from '../domain/content-model.ts';
import { type Failure, invalidInput } from '../domain/failures.ts';
import { mapRelations } from '../domain/map-relations.ts';
import type { ScopedStore } from '../domain/ports.ts';
import type { RecordReader, RecordView } from '../domain/record-ports.ts';
import { inLocale } from '../domain/record-query.ts';
import type { ComponentModels } from '../domain/value-shapes.ts';
import { loadComponents } from './load-components.ts';
import { charsOf, toRecordAnswer } from './record-answers.ts';

export interface Expansion {
  readonly store: ScopedStore;
  readonly reader: RecordReader;
  readonly view: RecordView;
  readonly chain: readonly string[];
  /** How many levels. */
  readonly depth: number;
}

type Fields = RecordAnswer['fields'];

/** Records may be long: no more are read before their size is looked at. */
const READ_AT_ONCE = 100;

/** What a level starts from: the fields of a record, and how often the answer will hold it. */
interface Node {
  readonly model: string;
  readonly fields: Fields;
  readonly count: number;
}

/** `undefined`: known not to be shown. */
type Related = Map<string, RecordAnswer | undefined>;

/** The fields of each record of one model, expanded. Throws when the answer would hold too many records. */
export const expandRelations = async (
  model: string,
  roots: readonly Fields[],
  expansion: Expansion,
): Promise<readonly Fields[]> => {
  if (expansion.depth === 0) return roots;
  const expander = new Expander(expansion);
  await expander.read(roots.map((fields) => ({ model, fields, count: 1 })));
  return roots.map((fields) => expander.assemble(model, fields, 0));
};

class Expander {
  private readonly expansion: Expansion;
  private readonly models = new Map<
    string,
    { model: ContentModel; components: ComponentModels } | undefined
  >();
  private readonly related: Related = new Map();
  private levels = 0;
  /** Of all related records that the answer will hold. */
  private chars = 0;

  constructor(expansion: Expansion) {
    this.expansion = expansion;
  }

  async read(roots: readonly Node[]): Promise<void> {
    let nodes = roots;
    let total = 0;
    for (; this.levels < this.expansion.depth; this.levels += 1) {
      const counts = await this.countRelated(nodes);
      if (counts.size === 0) return;
      for (const count of counts.values()) total += count;
      if (total > EXPANDED_RECORDS_MAX) {
        throw tooMany(`${EXPANDED_RECORDS_MAX} related records`);
      }
      await this.readRelated(counts);
      nodes = [...counts].flatMap(([id, count]) => {
        const answer = this.related.get(id);
        return answer === undefined ? [] : [{ model: answer.model, fields: answer.fields, count }];
      });
    }
  }

  assemble(model: string, fields: Fields, level: number): Fields {
    if (level >= this.levels) return fields;
    return this.map(model, fields, (id) => {
      const answer = this.related.get(id);
      if (answer === undefined) return { id, is_available: false };
      return { ...answer, fields: this.assemble(answer.model, answer.fields, level + 1) };
    });
  }

  /** How often each related record will stand in the answer. */
  private async countRelated(nodes: readonly Node[]): Promise<Map<string, number>> {
    for (const name of new Set(nodes.map(({ model }) => model))) await this.loadModel(name);
    const counts = new Map<string, number>();
    for (const { model, fields, count } of nodes) {
      this.map(model, fields, (id) => {
        counts.set(id, (counts.get(id) ?? 0) + count);
        return id;
      });
    }
    return counts;
  }

  private async readRelated(counts: ReadonlyMap<string, number>): Promise<void> {
    const { reader, view, chain } = this.expansion;
    const ids = [...counts.keys()];
    const unread = ids.filter((id) => !this.related.has(id));
    this.measure(
      ids.filter((id) => this.related.has(id)),
      counts,
    );
    for (let from = 0; from < unread.length; from += READ_AT_ONCE) {
      const some = unread.slice(from, from + READ_AT_ONCE);
      for (const id of some) this.related.set(id, undefined);
      for (const shown of await reader.findRecords(some, view)) {
        const found = inLocale(shown, chain);
        if (found !== undefined) {
          this.related.set(shown.record.id, toRecordAnswer(found, { withState: view === 'latest' }));
        }
      }
      this.measure(some, counts);
    }
  }

  private measure(ids: readonly string[], counts: ReadonlyMap<string, number>): void {
    for (const id of ids) {
      const answer = this.related.get(id);
      if (answer !== undefined) this.chars += charsOf(answer) * (counts.get(id) ?? 0);
    }
    if (this.chars > EXPANDED_CHARS_MAX) throw tooMany(`${EXPANDED_CHARS_MAX} characters of related records`);
  }

  private async loadModel(name: string): Promise<void> {
    if (this.models.has(name)) return;
    const { store } = this.expansion;
    const model = await store.findContentModelByName(name);
    this.models.set(
      name,
      model === undefined ? undefined : { model, components: await loadComponents(store, model) },
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
    `The answer would hold more than ${what}: ask for fewer records or levels`,
  );
