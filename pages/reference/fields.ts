// The fields of an operation's form, made from what the page says about its parameters.

import type { SampleValue } from '../../src/pages/reference/sample-request.ts';

export interface Field {
  readonly name: string;
  readonly place: SampleValue['place'];
  readonly type: string | undefined;
  readonly label: HTMLLabelElement;
  readonly input: HTMLInputElement;
}

const parametersOf = (section: HTMLElement): HTMLElement[] => [
  ...section.querySelectorAll<HTMLElement>('[data-name]'),
];

const placeOf = (parameter: HTMLElement): SampleValue['place'] =>
  parameter.dataset['place'] as SampleValue['place'];

const isRequired = (parameter: HTMLElement): boolean => parameter.dataset['required'] !== undefined;

/** Before the form is open: the examples of what is required. */
export const readParameters = (section: HTMLElement): SampleValue[] =>
  parametersOf(section)
    .filter(isRequired)
    .map((parameter) => {
      const { name = '', example = '', type } = parameter.dataset;
      return { name, place: placeOf(parameter), type, value: example === '' ? `{${name}}` : example };
    });

export const readFields = (fields: readonly Field[]): SampleValue[] =>
  fields.map(({ name, place, type, input }) => ({ name, place, type, value: input.value }));

export const buildFields = (
  section: HTMLElement,
  exampleBody: string | undefined,
): { readonly fields: Field[]; readonly body: HTMLTextAreaElement | undefined } => ({
  fields: parametersOf(section).map(buildField),
  body: section.dataset['type'] === undefined ? undefined : buildBody(exampleBody ?? ''),
});

const buildField = (parameter: HTMLElement): Field => {
  const { name = '', example = '', type } = parameter.dataset;
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.name = name;
  input.required = isRequired(parameter);
  input.autocomplete = 'off';
  input.spellcheck = false;
  if (input.required) input.value = example;
  else input.placeholder = example;
  label.append(input.required ? `${name} (required)` : name, input);
  return { name, place: placeOf(parameter), type, label, input };
};

const buildBody = (text: string): HTMLTextAreaElement => {
  const label = document.createElement('label');
  const body = document.createElement('textarea');
  body.rows = Math.min(20, text.split('\n').length + 1);
  body.spellcheck = false;
  body.value = text;
  label.append('Body', body);
  return body;
};
