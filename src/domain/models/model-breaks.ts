// Counts the records that a change of content models would break. It reads only texts that are in use, and yields to other
// requests.

import type { ModelBreak } from '../failures/data-failures.ts';
import { type RequestBudget, unbounded } from '../limits/request-budget.ts';
import type { ContentModel, ContentModelField } from './content-model.ts';
import {
  type FieldDocument,
  findBreaks,
  hasOtherMeaning,
  type ModelChange,
  type ModelDocument,
  storedNameOf,
} from './model-changes.ts';
import { UseCounter, type UsedRecord, type WatchedValue } from './model-use.ts';
import { assertMatches, type Expected, PatternBudget, ValueFault } from './value-rules.ts';
import { checkValue } from './value-shapes.ts';

export interface ModelSets {
  /** All stored models of the workspace. */
  readonly stored: readonly ModelDocument[];
  readonly wanted: readonly ModelDocument[];
  /** The differences between `stored` and `wanted`. */
  readonly changes: readonly ModelChange[];
}

/** Reads the records of a model by its internal name; see `ModelTexts`. */
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

/** The changed models, and every model that contains one of them as a component at any depth. */
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

/** The part of a model that counting needs. */
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
  /** Records with a value that fits the old rules but not the new ones. */
  records: number;
}

/** Fields whose rules changed but whose meaning did not. */
class ChangedRules {
  /** By the stored name of the model, then by field. */
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

  /** Checks the values of one record. */
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

/** Whether the value fits the rules of the field itself. The fields of a component are checked separately. */
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
