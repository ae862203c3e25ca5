// Loads the models of a model's components, at any depth, each once. A missing one is left out, since a component may be
// defined elsewhere.

import type { ContentModel } from './content-model.ts';
import { COMPONENT_DEPTH_MAX, type ComponentModels } from './value-shapes.ts';

const COMPONENTS_MAX = 100;

export const loadComponents = async (
  findModel: (id: string) => Promise<ContentModel | undefined>,
  model: ContentModel,
): Promise<ComponentModels> => {
  const found = new Map<string, ContentModel>();
  const requested = new Set<string>();
  let level: readonly ContentModel[] = [model];
  for (let depth = 0; depth < COMPONENT_DEPTH_MAX && level.length > 0; depth += 1) {
    const next: ContentModel[] = [];
    for (const id of level.flatMap(componentIds)) {
      if (requested.has(id) || requested.size >= COMPONENTS_MAX) continue;
      requested.add(id);
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
