// Content models and their fields. Whether values fit a model is decided in `field-values.ts`.

export type RelationType = '' | 'one_to_one' | 'one_to_many' | 'many_to_one' | 'many_to_many';

export type FieldDataType =
  | 'text'
  | 'rich_text'
  | 'number'
  | 'currency'
  | 'boolean'
  | 'date'
  | 'select'
  | 'multi_select'
  | 'media'
  | 'json'
  | 'relation'
  | 'component';

/** The declared format of a text. `json`: rich text as a tree of nodes. */
export type TextFormat = 'text' | 'html' | 'markdown' | 'json';

/** The interface defines these names, so they keep its spelling. */
export interface FieldProperties {
  readonly internal_name: string;
  readonly display_name: string;
  readonly data_type: FieldDataType;
  readonly is_searchable: boolean;
  readonly is_localized: boolean;
  readonly help_text: string;
  readonly validation: Record<string, unknown>;
  /** Format of a `rich_text`. Absent: detected. */
  readonly format?: TextFormat;
}

export interface ContentModelField {
  readonly componentId: string;
  readonly destinationRelationFieldId: string;
  readonly fieldProperties: FieldProperties;
  readonly isRequired: boolean;
  readonly relationType: RelationType;
  readonly position: number;
  readonly isRemovable: boolean;
  readonly isEditable: boolean;
}

export interface ContentModel {
  readonly id: string;
  readonly internalName: string;
  readonly name: string;
  readonly type: 'single' | 'collection';
  readonly createdAt: string;
  readonly template: string;
  readonly actAsWebPage: boolean;
  readonly isLocalizationEnabled: boolean;
  readonly groupId: string;
  readonly description: string;
  readonly isVersionable: boolean;
  readonly fields: readonly ContentModelField[];
  readonly localized: Readonly<Record<string, { readonly name?: string; readonly description?: string }>>;
}
