// Compares given content models with the stored ones: what would change, and which stored data would break.
// Reads only; `push-models.ts` writes.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { ModelBreak } from '../../domain/failures/data-failures.ts';
import { resourceNotFound } from '../../domain/failures/failures.ts';
import { type FieldError, invalidValues } from '../../domain/failures/field-failures.ts';
import { type Counted, countAll, countedTogether } from '../../domain/failures/first-hundred.ts';
import { unbounded } from '../../domain/limits/request-budget.ts';
import type { ManagedResource, ResourceObject, ResourceStore } from '../../domain/manage/managed-resource.ts';
import { fieldErrorOf, type ObjectReader } from '../../domain/manage/object-reader.ts';
import { countBreaks } from '../../domain/models/model-breaks.ts';
import { compareModelSets, type ModelChange, type ModelDocument } from '../../domain/models/model-changes.ts';
import type { ModelTexts } from '../../domain/records/record-ports.ts';
import { isUnused } from '../../domain/text/json-value.ts';
import { findPatternErrors } from './check-patterns.ts';

const MODELS_AT_ONCE = 100;
/** Placeholders for a model that does not set these. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
const NO_TIME = '1970-01-01T00:00:00Z';

/** A model as given, and the name to use for it in messages. */
export interface SentModel {
  readonly source: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A parsed model. Omitted values are taken from the stored model, or absent. */
export interface WantedModel {
  readonly document: ModelDocument;
  readonly hasId: boolean;
  readonly hasTime: boolean;
}

export interface ModelComparison {
  /** The stored models with their ETags. */
  readonly stored: readonly ManagedResource[];
  readonly wanted: readonly WantedModel[];
  readonly changes: readonly ModelChange[];
  /** Includes models that exist only in the workspace: their data breaks if they are pruned. */
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
    const wanted = await readModels(sent, documents, reader);
    const sets = { stored: documents, wanted: wanted.map(({ document }) => document) };
    const changes = compareModelSets(sets.stored, sets.wanted);
    const breaks = await countBreaks({ ...sets, changes }, (model) =>
      modelTexts.readUsedRecords(workspace, model),
    );
    return { stored, wanted, changes, breaks };
  };

/** All models of the workspace with their ETags. */
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

const readModels = async (
  sent: readonly SentModel[],
  stored: readonly ModelDocument[],
  { readObject }: ObjectReader,
): Promise<WantedModel[]> => {
  let errors: Counted<FieldError> = countAll([]);
  const models: WantedModel[] = [];
  for (const { source, value } of sent) {
    const existing = stored.find(({ internal_name: name }) => name === value['internal_name']);
    const hasId = !isUnused(value['id']);
    const hasTime = !isUnused(value['created_at']);
    const read = readObject('content_model', {
      ...value,
      ...(hasId ? {} : { id: existing?.id ?? NO_ID }),
      ...(hasTime ? {} : { created_at: existing?.['created_at'] ?? NO_TIME }),
    });
    const found =
      'faults' in read
        ? { first: read.faults.first.map(fieldErrorOf), count: read.faults.count }
        : await findPatternErrors(read.object, unbounded);
    const first = found.first.map(({ field, code, message }) => ({
      field: `${source}: ${field}`,
      code,
      message: `${source}: ${message}`,
    }));
    errors = countedTogether(errors, { first, count: found.count });
    if ('object' in read) models.push({ document: documentOf(read.object), hasId, hasTime });
  }
  if (errors.count > 0) throw invalidValues(errors);
  return models;
};
