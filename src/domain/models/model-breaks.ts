// What of the data that stands would break if content models changed: the records are gone through and counted. Reads only
// what counts, and lets others go on meanwhile.

import { type RequestBudget, unbounded } from '../limits/request-budget.ts';
import type { ContentModel, ContentModelField } from './content-model.ts';
import {
  type FieldDocument,
  findBreaks,
  hasOtherMeaning,
  type ModelBreak,
  type ModelChange,
  type ModelDocument,
  storedNameOf,
} from './model-changes.ts';
import { UseCounter, type UsedRecord, type WatchedValue } from './model-use.ts';
import { assertMatches, type Expected, PatternBudget, ValueFault } from './value-rules.ts';
import { checkValue } from './value-shapes.ts';

export interface ModelSets {
  /** All models of the workspace, as they stand. */
  readonly stored: readonly ModelDocument[];
  readonly wanted: readonly ModelDocument[];
  /** From the first to the second. */
  readonly changes: readonly ModelChange[];
}

/** Of a model by its internal name; see `ModelTexts`. */
export type ReadUsedRecords = (model: string) => AsyncIterable<readonly UsedRecord[]>;

export const countBreaks = async (
  { stored, wanted, changes }: ModelSets,
  readUsedRecords: ReadUsedRecords,
  budget: RequestBudget = unbounded,
): Promise<ModelBreak[]> => {
  const touched = new Set(changes.filter(({ kind }) => kind !== 'added').map(storedNameOf));
  if (touched.size === 0) return [];
  const rules = new ChangedRules(stored, wanted, changes);
  const counter = new UseCounter(stored.map(toModel), (model, field) => rules.has(model, field));
  for (const model of holdersOf(stored, touched)) {
    for await (const records of readUsedRecords(model)) {
      for (const record of records) await rules.hold(counter.add(record), budget);
    }
  }
  return changes.flatMap((change) => {
    const name = storedNameOf(change);
    return findBreaks(change, counter.useOf(name), rules.misfitsOf(name));
  });
};

/** The touched models, and every one that holds one of them as a component, however deep. */
const holdersOf = (stored: readonly ModelDocument[], touched: ReadonlySet<string>): ReadonlySet<string> => {
  const names = new Set(touched);
  const ids = new Set(stored.filter(({ internal_name: name }) => names.has(name)).map(({ id }) => id));
  for (let size = -1; size !== ids.size; ) {
    size = ids.size;
    for (const { id, internal_name: name, fields } of stored) {
      if (fields.some(({ component_id: component }) => ids.has(String(component).toLowerCase()))) {
        ids.add(id);
        names.add(name);
      }
    }
  }
  return names;
};

/** What counting needs to know of a model. */
const toModel = ({ id, internal_name, fields }: ModelDocument) =>
  ({ id, internalName: internal_name, fields: fields.map(toField) }) as unknown as ContentModel;

const toField = ({ component_id, relation_type, field_properties }: FieldDocument) =>
  ({
    componentId: String(component_id),
    relationType: relation_type,
    fieldProperties: field_properties,
  }) as unknown as ContentModelField;

interface RuleChange {
  readonly before: ContentModelField;
  readonly after: ContentModelField;
  /** How many records hold a value that kept the rules and would not any more. */
  records: number;
}

/** Fields whose values mean the same but have to keep other rules. */
class ChangedRules {
  /** By the name under which the model stands, and the field. */
  private readonly changes = new Map<string, Map<string, RuleChange>>();

  constructor(
    stored: readonly ModelDocument[],
    wanted: readonly ModelDocument[],
    changes: readonly ModelChange[],
  ) {
    for (const change of changes) {
      const name = storedNameOf(change);
      const before = stored.find(({ internal_name }) => internal_name === name);
      const after = wanted.find(({ internal_name }) => internal_name === change.model);
      const fields = change.fields
        .filter((field) => field.changes.some(({ property }) => property === 'validation'))
        .filter((field) => !hasOtherMeaning(field))
        .flatMap(({ field }): [string, RuleChange][] => {
          const [old, fresh] = [fieldOf(before, field), fieldOf(after, field)];
          return old === undefined || fresh === undefined
            ? []
            : [[field, { before: toField(old), after: toField(fresh), records: 0 }]];
        });
      this.changes.set(name, new Map(fields));
    }
  }

  has(model: string, field: string): boolean {
    return this.changes.get(model)?.has(field) === true;
  }

  /** The values of one record. */
  async hold(values: readonly WatchedValue[], budget: RequestBudget): Promise<void> {
    const broken = new Set<RuleChange>();
    for (const { model, field, value } of values) {
      const change = this.changes.get(model)?.get(field);
      if (change === undefined || broken.has(change)) continue;
      const isBroken =
        !(await fits(change.after, value, budget)) && (await fits(change.before, value, budget));
      if (isBroken) broken.add(change);
    }
    for (const change of broken) change.records += 1;
  }

  misfitsOf(model: string): ReadonlyMap<string, number> {
    const fields = [...(this.changes.get(model) ?? [])];
    return new Map(fields.flatMap(([name, { records }]) => (records === 0 ? [] : [[name, records]])));
  }
}

const fieldOf = (model: ModelDocument | undefined, name: string): FieldDocument | undefined =>
  model?.fields.find(({ field_properties }) => field_properties.internal_name === name);

/** Whether the value keeps the rules of the field itself; what is in a component has fields of its own. */
const fits = async (field: ContentModelField, value: unknown, budget: RequestBudget): Promise<boolean> => {
  const expected: Expected[] = [];
  try {
    checkValue(field, value, {
      components: new Map(),
      relate: () => {},
      report: (fault) => {
        throw fault;
      },
      expect: (each) => expected.push(each),
    });
    for (const each of expected) await assertMatches(each, new PatternBudget(), budget);
    return true;
  } catch (error) {
    if (error instanceof ValueFault) return false;
    throw error;
  }
};
