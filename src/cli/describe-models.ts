// Describes the differences between models in words.

import { type ModelBreak, sayBreak } from '../domain/failures/data-failures.ts';
import {
  type FieldChange,
  type ModelChange,
  type PropertyChange,
  show,
} from '../domain/models/model-changes.ts';
import { showText } from './print.ts';

const modelWords = { added: 'is new', changed: 'is different', removed: 'is not among the files' } as const;
const fieldWords = { added: 'is new', changed: 'is different', removed: 'is gone' } as const;

/** The differences as changes from the store to the files. */
export const describeModelChanges = (changes: readonly ModelChange[]): string[] =>
  changes.flatMap(({ model, kind, changes: properties, fields }) => [
    `${showText(model)} ${modelWords[kind]}`,
    ...properties.map((change) => `  ${describeProperty(change)}`),
    ...(kind === 'added' ? [] : fields.flatMap(describeField)),
  ]);

const describeField = ({ field, kind, changes }: FieldChange): string[] => [
  `  field ${showText(field)} ${fieldWords[kind]}${kind === 'added' ? `: ${describeNew(changes)}` : ''}`,
  ...(kind === 'changed' ? changes.map((change) => `    ${describeProperty(change)}`) : []),
];

/** The essentials of a new field: its type, and whether it is required. */
const describeNew = (changes: readonly PropertyChange[]): string => {
  const valueFor = (name: string) => changes.find(({ property }) => property === name)?.after;
  return [
    show(valueFor('data_type')),
    ...(valueFor('is_required') === true ? ['required'] : []),
    ...(valueFor('is_localized') === true ? ['localized'] : []),
  ].join(', ');
};

const describeProperty = ({ property, before, after }: PropertyChange): string =>
  `${property}: ${showText(show(before))} → ${showText(show(after))}`;

export const describeBreaks = (breaks: readonly ModelBreak[]): string[] =>
  breaks.map((each) => showText(sayBreak(each)));
