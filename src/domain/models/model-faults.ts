// Finds faults in a content model, beyond the types of its values, when it is saved. A rule that is misspelt or that no value
// could satisfy is the mistake of the model's author and must not become an editor's problem.

import type { InputFault } from '../failures/failures.ts';
import { isBlankText } from '../text/blank.ts';
import type { FieldDataType, RelationType } from './content-model.ts';
import { isOwnTextName, type OwnTextName } from './record-text.ts';
import { checkFieldRules } from './rule-faults.ts';

/** A field by its names in the bundle, which its faults use too. */
export interface GivenModelField {
  readonly component_id: string;
  readonly field_properties: {
    readonly internal_name: string;
    readonly data_type: FieldDataType;
    readonly validation: Readonly<Record<string, unknown>>;
  };
  readonly relation_type: RelationType;
}

export interface ModelFault {
  readonly fault: InputFault;
  /** Below `fields`: `0.field_properties.validation.min`. */
  readonly path: string;
  readonly message: string;
}

export type AddFault = (fault: InputFault, path: string, message: string) => void;

/** Properties that every record has are texts, whatever the model declares. */
const ownTypes: Readonly<Record<OwnTextName, readonly FieldDataType[]>> = {
  title: ['text', 'rich_text', 'select', 'date'],
  page_slug: ['text', 'select'],
  summary: ['text', 'rich_text'],
  body: ['text', 'rich_text', 'json'],
  image_url: ['media', 'text'],
};

/** All faults except those of patterns, which take longer to find; see `pattern-faults.ts`. */
export const findModelFaults = (fields: readonly GivenModelField[]): ModelFault[] => {
  const faults: ModelFault[] = [];
  const names = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const add: AddFault = (fault, path, message) => faults.push({ fault, path: `${index}.${path}`, message });
    const { internal_name: name, data_type: type, validation } = field.field_properties;
    checkName(name, names, add);
    checkType(field, add);
    checkFieldRules(type, validation, (fault, path, message) =>
      add(fault, path === '' ? RULES : `${RULES}.${path}`, message),
    );
  }
  return faults;
};

const RULES = 'field_properties.validation';
const NAME = 'field_properties.internal_name';

const checkName = (name: string, names: Set<string>, add: AddFault): void => {
  if (isBlankText(name)) add('blank_value', NAME, 'is blank');
  // A bundle line cannot contain this key.
  if (name === '__proto__') add('not_allowed', NAME, 'must not be __proto__');
  if (names.has(name)) add('repeated', NAME, `is the name of another field: ${JSON.stringify(name)}`);
  names.add(name);
};

const checkType = (field: GivenModelField, add: AddFault): void => {
  const { internal_name: name, data_type: type } = field.field_properties;
  if (isOwnTextName(name) && !ownTypes[name].includes(type)) {
    add(
      'not_allowed',
      'field_properties.data_type',
      `must be ${ownTypes[name].join(' or ')}: every record has a ${name}, and it is text`,
    );
  }
  if (type !== 'relation' && field.relation_type !== '') {
    add('not_allowed', 'relation_type', `is only for fields of the data type relation, not ${type}`);
  }
  if (type === 'component' && isBlankText(field.component_id)) {
    add('blank_value', 'component_id', 'must be the id of the content model of the component');
  }
};
