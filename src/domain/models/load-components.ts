// The models that the components of a model are made of, however they are nested, each read once. One that is missing is
// left out: what a component is made of may be known elsewhere only.

import type { ContentModel } from './content-model.ts';
import { COMPONENT_DEPTH_MAX, type ComponentModels } from './value-shapes.ts';

const COMPONENTS_MAX = 100;

export const loadComponents = async (
  findModel: (id: string) => Promise<ContentModel | undefined>,
  model: ContentModel,
): Promise<ComponentModels> => {
  const found = new Map<string, ContentModel>();
  const asked = new Set<string>();
  let level: readonly ContentModel[] = [model];
  for (let depth = 0; depth < COMPONENT_DEPTH_MAX && level.length > 0; depth += 1) {
    const next: ContentModel[] = [];
    for (const id of level.flatMap(componentIds)) {
      if (asked.has(id) || asked.size >= COMPONENTS_MAX) continue;
      asked.add(id);
      const component = await findModel(id);
      if (component === undefined) continue;
      found.set(id, component);
      next.push(component);
    }
    level = next;
  }
  return found;
};

const componentIds = ({ fields }: ContentModel): string[] =>
  fields
    .filter(
      ({ fieldProperties, componentId }) => fieldProperties.data_type === 'component' && componentId !== '',
    )
    .map(({ componentId }) => componentId.toLowerCase());
