// Replaces the relations in the values of a model's fields, including those within components.

import { isObject, ownValue } from '../text/json-value.ts';
import type { ContentModel, ContentModelField } from './content-model.ts';
import { COMPONENT_DEPTH_MAX, type ComponentModels } from './value-shapes.ts';

type Values = Readonly<Record<string, unknown>>;
/** Called with the id of a related record in lower case. */
type Replace = (recordId: string) => unknown;

/** Other values are returned unchanged. */
export const mapRelations = (
  model: ContentModel,
  components: ComponentModels,
  values: Values,
  replace: Replace,
  depth = 1,
): Values => {
  const changed: [string, unknown][] = [];
  for (const field of model.fields) {
    const name = field.fieldProperties.internal_name;
    const value = ownValue(values, name);
    const mapped = mapItems(value, (item) => mapItem(field, components, item, replace, depth));
    if (mapped !== value) changed.push([name, mapped]);
  }
  return changed.length === 0 ? values : Object.fromEntries([...Object.entries(values), ...changed]);
};

const mapItems = (value: unknown, map: (item: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(map) : map(value);

const mapItem = (
  { fieldProperties, componentId }: ContentModelField,
  components: ComponentModels,
  item: unknown,
  replace: Replace,
  depth: number,
): unknown => {
  if (fieldProperties.data_type === 'relation') {
    return typeof item === 'string' && item !== '' ? replace(item.toLowerCase()) : item;
  }
  const model =
    fieldProperties.data_type === 'component' ? components.get(componentId.toLowerCase()) : undefined;
  if (model === undefined || !isObject(item) || depth > COMPONENT_DEPTH_MAX) return item;
  return mapRelations(model, components, item, replace, depth + 1);
};
