// Counts the records that use a model and each of its fields. A model is used by its own records, and by records of other
// models that contain it as a component.

import { isObject, isUnused, ownValue } from '../text/json-value.ts';
import type { ContentModel, ContentModelField } from './content-model.ts';
import type { RecordText } from './record-text.ts';
import { valueOfField } from './record-text.ts';
import { COMPONENT_DEPTH_MAX } from './value-shapes.ts';

export interface FieldUse {
  /** Records with a value for it, in any locale of a version in use. */
  readonly filled: number;
  /** Records with a value for it everywhere they use the model. */
  readonly complete: number;
}

export interface ModelUse {
  /** Its own records. */
  readonly records: number;
  /** Records with values of the model: its own, and those that contain it as a component. */
  readonly holders: number;
  /** Its own records that have more than one locale. */
  readonly severalLocales: number;
  readonly fields: ReadonlyMap<string, FieldUse>;
}

/** The texts of a record that are in use: those of its latest version and of each published version. */
export interface UsedRecord {
  readonly model: string;
  readonly versions: readonly Readonly<Record<string, RecordText>>[];
}

/** A value of a watched field. */
export interface WatchedValue {
  readonly model: string;
  readonly field: string;
  readonly value: unknown;
}

interface Tally {
  records: number;
  holders: number;
  severalLocales: number;
  readonly filled: Map<string, number>;
  readonly complete: Map<string, number>;
}

/** How often one record uses a model and each of its fields. */
interface Sightings {
  uses: number;
  readonly fields: Map<string, number>;
}

export class UseCounter {
  private readonly byName: ReadonlyMap<string, ContentModel>;
  private readonly byId: ReadonlyMap<string, ContentModel>;
  private readonly tallies = new Map<string, Tally>();
  private readonly isWatched: (model: string, field: string) => boolean;
  private watched: WatchedValue[] = [];

  /** `models` must be all stored models, since components refer from one to another. */
  constructor(
    models: readonly ContentModel[],
    isWatched: (model: string, field: string) => boolean = () => false,
  ) {
    this.isWatched = isWatched;
    this.byName = new Map(models.map((model) => [model.internalName, model]));
    this.byId = new Map(models.map((model) => [model.id.toLowerCase(), model]));
  }

  /** Returns the record's values of watched fields. */
  add({ model, versions }: UsedRecord): readonly WatchedValue[] {
    this.watched = [];
    const own = this.byName.get(model);
    if (own === undefined) return this.watched;
    const seen = new Map<string, Sightings>();
    for (const version of versions) {
      for (const text of Object.values(version)) this.see(own, (name) => valueOfField(text, name), seen, 0);
    }
    for (const [name, sightings] of seen) this.count(name, sightings);
    const tally = this.tallyOf(model);
    tally.records += 1;
    if (versions.some((version) => Object.keys(version).length > 1)) tally.severalLocales += 1;
    return this.watched;
  }

  useOf(model: string): ModelUse {
    const { records, holders, severalLocales, filled, complete } = this.tallyOf(model);
    const fields = [...filled].map(([name, times]): [string, FieldUse] => [
      name,
      { filled: times, complete: complete.get(name) ?? 0 },
    ]);
    return { records, holders, severalLocales, fields: new Map(fields) };
  }

  private see(
    model: ContentModel,
    valueFor: (name: string) => unknown,
    seen: Map<string, Sightings>,
    depth: number,
  ): void {
    const sightings = seen.get(model.internalName) ?? { uses: 0, fields: new Map() };
    seen.set(model.internalName, sightings);
    sightings.uses += 1;
    for (const field of model.fields) {
      const name = field.fieldProperties.internal_name;
      const value = valueFor(name);
      if (isUnused(value)) continue;
      if (this.isWatched(model.internalName, name)) {
        this.watched.push({ model: model.internalName, field: name, value });
      }
      sightings.fields.set(name, (sightings.fields.get(name) ?? 0) + 1);
      const component = this.componentOf(field);
      if (component === undefined || depth >= COMPONENT_DEPTH_MAX) continue;
      for (const item of [value].flat().filter(isObject)) {
        this.see(component, (inner) => ownValue(item, inner), seen, depth + 1);
      }
    }
  }

  private componentOf({ fieldProperties, componentId }: ContentModelField): ContentModel | undefined {
    return fieldProperties.data_type === 'component' ? this.byId.get(componentId.toLowerCase()) : undefined;
  }

  private count(model: string, { uses, fields }: Sightings): void {
    const tally = this.tallyOf(model);
    tally.holders += 1;
    for (const [name, times] of fields) {
      increase(tally.filled, name);
      if (times === uses) increase(tally.complete, name);
    }
  }

  private tallyOf(model: string): Tally {
    const tally = this.tallies.get(model) ?? {
      records: 0,
      holders: 0,
      severalLocales: 0,
      filled: new Map(),
      complete: new Map(),
    };
    this.tallies.set(model, tally);
    return tally;
  }
}

const increase = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
