// Operation 4: returns one content model, with its name and description in the requested locale.

import type { getContentModel as contract } from '../../contract/models/get-content-model.ts';
import type { OperationResult } from '../../contract/operation.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { contentModelNotFound, environmentNotFound } from '../../domain/failures/failures.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { localeChain, localizedText } from '../../domain/text/locale.ts';
import type { UseCase } from '../use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
}

type ModelRecord = OperationResult<typeof contract>['record'];

export const buildGetContentModel =
  ({ storeIn }: Dependencies): UseCase<typeof contract> =>
  async ({ scope, environment }, { params, query }) => {
    if (environment === undefined) throw environmentNotFound();
    const model = await storeIn(scope).findContentModel(params.id.toLowerCase());
    if (model === undefined) throw contentModelNotFound('id');
    return {
      record: toModelRecord(model, query.locale, environment.defaultLocale),
      _meta_: { tenant_id: scope.tenantId, workspace_id: scope.workspaceId, content_model_id: model.id },
    };
  };

/** The model on the wire, with its texts in the requested locale. */
export const toModelRecord = (
  model: ContentModel,
  locale: string | undefined,
  defaultLocale: string,
): ModelRecord => {
  const chain = localeChain(locale, defaultLocale);
  const textOf = (field: 'name' | 'description') =>
    localizedText(model, model.localized, field, chain, defaultLocale);
  return {
    id: model.id,
    internal_name: model.internalName,
    name: textOf('name'),
    type: model.type,
    created_at: model.createdAt,
    template: model.template,
    act_as_web_page: model.actAsWebPage,
    is_localization_enabled: model.isLocalizationEnabled,
    group_id: model.groupId,
    description: textOf('description'),
    is_versionable: model.isVersionable,
    fields: model.fields.map((field) => ({
      component_id: field.componentId,
      destination_relation_field_id: field.destinationRelationFieldId,
      field_properties: field.fieldProperties,
      is_required: field.isRequired,
      relation_type: field.relationType,
      position: field.position,
      is_removable: field.isRemovable,
      is_editable: field.isEditable,
    })),
  };
};
