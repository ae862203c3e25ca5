// What would change if content models became what somebody holds them to be, and what of the data that stands would break.
// Reads only; `push-models.ts` writes.

import type { ContentModel } from '../domain/content-model.ts';
import { type FieldError, invalidValues, resourceNotFound } from '../domain/failures.ts';
import { isUnused } from '../domain/json-value.ts';
import type { ManagedResource, ResourceObject, ResourceStore } from '../domain/managed-resource.ts';
import {
  compareModelSets,
  findBreaks,
  type ModelBreak,
  type ModelChange,
  type ModelDocument,
  storedNameOf,
} from '../domain/model-changes.ts';
import { UseCounter } from '../domain/model-use.ts';
import type { ObjectReader } from '../domain/object-reader.ts';
import type { ModelTexts } from '../domain/record-ports.ts';
import type { WorkspaceScope } from '../domain/scope.ts';

const MODELS_AT_ONCE = 100;
/** Stand in while a model is compared that says nothing of them. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
const NO_TIME = '1970-01-01T00:00:00Z';

/** A model as somebody sent it, and what it is called in messages. */
export interface SentModel {
  readonly source: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A model read, whole: what it said nothing of is as it stands, or absent. */
export interface WantedModel {
  readonly document: ModelDocument;
  readonly hasId: boolean;
  readonly hasTime: boolean;
}

export interface ModelComparison {
  /** What stands, with its tags. */
  readonly stored: readonly ManagedResource[];
  readonly wanted: readonly WantedModel[];
  readonly changes: readonly ModelChange[];
  /** Those of models that only stand are counted too: they break if they are removed. */
  readonly breaks: readonly ModelBreak[];
}

export type CompareModels = (
  workspace: WorkspaceScope,
  sent: readonly SentModel[],
) => Promise<ModelComparison>;

interface Dependencies {
  readonly resources: ResourceStore;
  readonly modelTexts: ModelTexts;
  readonly reader: ObjectReader;
}

export const buildCompareModels =
  ({ resources, modelTexts, reader }: Dependencies): CompareModels =>
  async (workspace, sent) => {
    const stored = await listModels(resources, workspace);
    const documents = stored.map(({ object }) => documentOf(object));
    const wanted = readModels(sent, documents, reader);
    const changes = compareModelSets(
      documents,
      wanted.map(({ document }) => document),
    );
    const breaks = await countBreaks(modelTexts, workspace, documents, changes);
    return { stored, wanted, changes, breaks };
  };

/** All models of the workspace, with the tags of their states. */
export const listModels = async (
  resources: ResourceStore,
  workspace: WorkspaceScope,
): Promise<readonly ManagedResource[]> => {
  const found = await resources.findResource(workspace, 'workspace', { id: workspace.workspaceId });
  if (found === undefined) throw resourceNotFound('workspace');
  const models: ManagedResource[] = [];
  for (;;) {
    const page = { skip: models.length, limit: MODELS_AT_ONCE };
    const { items } = await resources.listResources(workspace, 'content_model', {}, page, undefined);
    models.push(...items);
    if (items.length < MODELS_AT_ONCE) return models;
  }
};

export const documentOf = (object: ResourceObject): ModelDocument => object as unknown as ModelDocument;

const readModels = (
  sent: readonly SentModel[],
  stored: readonly ModelDocument[],
  { readObject }: ObjectReader,
): WantedModel[] => {
  const faults: FieldError[] = [];
  const models = sent.flatMap(({ source, value }): WantedModel[] => {
    const standing = stored.find(({ internal_name: name }) => name === value['internal_name']);
    const hasId = !isUnused(value['id']);
    const hasTime = !isUnused(value['created_at']);
    const read = readObject('content_model', {
      ...value,
      ...(hasId ? {} : { id: standing?.id ?? NO_ID }),
      ...(hasTime ? {} : { created_at: standing?.['created_at'] ?? NO_TIME }),
    });
    if ('object' in read) return [{ document: documentOf(read.object), hasId, hasTime }];
    faults.push(
      ...read.faults.map(({ field, fault, message }) => ({
        field: `${source}: ${field}`,
        code: fault,
        message: `${source}: ${message}`,
      })),
    );
    return [];
  });
  if (faults.length > 0) throw invalidValues(faults);
  return models;
};

const countBreaks = async (
  { readUsedRecords }: ModelTexts,
  workspace: WorkspaceScope,
  stored: readonly ModelDocument[],
  changes: readonly ModelChange[],
): Promise<ModelBreak[]> => {
  const touched = new Set(changes.filter(({ kind }) => kind !== 'added').map(storedNameOf));
  if (touched.size === 0) return [];
  const counter = new UseCounter(stored.map(toShape));
  for (const model of holdersOf(stored, touched)) {
    for await (const records of readUsedRecords(workspace, model)) {
      for (const record of records) counter.add(record);
    }
  }
  return changes.flatMap((change) => findBreaks(change, counter.useOf(storedNameOf(change))));
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
const toShape = ({ id, internal_name, fields }: ModelDocument) =>
  ({
    id,
    internalName: internal_name,
    fields: fields.map(({ component_id, field_properties }) => ({
      componentId: String(component_id),
      fieldProperties: field_properties,
    })),
  }) as unknown as ContentModel;
