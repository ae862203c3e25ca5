// Rows that are forms, with the fields in a list of the row. An id that is not a UUID is turned into one, always the same.

import { isObject } from '../../../../domain/text/json-value.ts';
import { below, type MappingFaults, readKnown } from '../mapping-faults.ts';
import { readPath } from '../rules/rule-source.ts';
import type { ColumnPath } from '../values/column-path.ts';
import { RowValues } from '../values/row-values.ts';
import type { ObjectOf } from './product-section.ts';
import {
  type FieldRule,
  type FieldSpec,
  fill,
  fillLocalized,
  type LocaleFields,
  type ReadRow,
  readFields,
  readLocalized,
  text,
  type Written,
} from './section-fields.ts';

export interface FormSection {
  readonly fields: readonly FieldRule[];
  readonly localized: readonly LocaleFields[];
  readonly inputs: InputRules | undefined;
}

/** The fields of the form: each item of the list is read like a row. */
interface InputRules {
  readonly from: ColumnPath;
  readonly fields: readonly FieldRule[];
}

const localizedSpecs: Readonly<Record<string, FieldSpec>> = {
  display_name: text,
  description: text,
  submit_btn_txt: text,
};

const specs: Readonly<Record<string, FieldSpec>> = {
  id: { type: 'uuid', isRequired: true },
  name: { ...text, isRequired: true },
  ...localizedSpecs,
  is_captcha_enabled: { type: 'boolean' },
  created_at: { type: 'time', isRequired: true },
};

const inputSpecs: Readonly<Record<string, FieldSpec>> = {
  name: { ...text, isRequired: true },
  label: text,
  type: text,
  is_required: { type: 'boolean' },
  help_text: text,
  position: { type: 'number' },
};

export const readFormSection = (
  value: unknown,
  path: string,
  faults: MappingFaults,
): FormSection | undefined => {
  const written = readKnown(value, path, [...Object.keys(specs), 'fields', 'localized'], faults);
  if (written === undefined) return undefined;
  return {
    fields: readFields(written, path, specs, faults),
    localized: readLocalized(written['localized'], below(path, 'localized'), localizedSpecs, faults),
    inputs: readInputs(written, below(path, 'fields'), faults),
  };
};

const readInputs = (form: Written, path: string, faults: MappingFaults): InputRules | undefined => {
  if (form['fields'] === undefined) return undefined;
  const written = readKnown(form['fields'], path, ['from', ...Object.keys(inputSpecs)], faults);
  const from = written && readPath(written['from'], below(path, 'from'), faults);
  return written && from && { from, fields: readFields(written, path, inputSpecs, faults) };
};

export const formLine = ({ fields, localized, inputs }: FormSection, read: ReadRow): ObjectOf => {
  const form = fill(fields, read);
  const texts = fillLocalized(localized, read);
  return {
    kind: 'form',
    ...form,
    ...(Object.keys(texts).length > 0 ? { localized: texts } : {}),
    ...(inputs === undefined ? {} : { fields: inputsIn(inputs, read) }),
  };
};

const inputsIn = ({ from, fields }: InputRules, read: ReadRow): readonly Written[] => {
  const found = read.row.find(from);
  const items = Array.isArray(found) ? found : [];
  return items.flatMap((item, index) => {
    if (!isObject(item)) {
      read.problems.push({ fault: 'must be an object', column: `${from.text}.${index}` });
      return [];
    }
    // Without a position of its own, a field keeps its place in the list.
    return [{ position: index, ...fill(fields, { ...read, row: new RowValues(item) }) }];
  });
};
