// What says nothing: one meaning for everyone who refuses it or passes over it (Decision 0003).

import { isObject } from './json-value.ts';

/** Empty, or white space only. */
export const isBlankText = (text: string): boolean => text.trim() === '';

/** Blank text, or `{}`. */
export const isBlank = (value: unknown): boolean =>
  typeof value === 'string' ? isBlankText(value) : isEmptyObject(value);

/** Blank where no list is wanted: then a list that holds `{}` is blank too. Of one that is wanted each item is judged for itself. */
export const isBlankUnlessList = (value: unknown): boolean =>
  isBlank(value) || (Array.isArray(value) && value.some(isEmptyObject));

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
