// Defines what a blank value is (Decision 0003).

import { isObject } from './json-value.ts';

/** Empty, or white space only. */
export const isBlankText = (text: string): boolean => text.trim() === '';

/** Blank text, or `{}`. */
export const isBlank = (value: unknown): boolean =>
  typeof value === 'string' ? isBlankText(value) : isEmptyObject(value);

/** For values that are not lists: a list that contains `{}` is blank too. For lists, check each item with `isBlank`. */
export const isBlankUnlessList = (value: unknown): boolean =>
  isBlank(value) || (Array.isArray(value) && value.some(isEmptyObject));

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
