// Values that fields of several kinds of bundle lines have.

import { Type } from 'typebox';
import { IDENTIFIER_MAX_CHARS, LOCALE_PATTERN, UUID_PATTERN } from './values.ts';

export const URL_MAX_CHARS = 2_000;

export const id = () => Type.String({ minLength: 1, maxLength: IDENTIFIER_MAX_CHARS });
export const uuid = () => Type.String({ title: 'Uuid', pattern: UUID_PATTERN });
export const locale = () => Type.String({ title: 'LocaleCode', pattern: LOCALE_PATTERN, maxLength: 35 });
export const time = () => Type.String({ format: 'instant' });
export const name = () => Type.String({ minLength: 1, maxLength: 1_000 });
export const prose = () => Type.String({ default: '' });
export const flag = (value: boolean) => Type.Boolean({ default: value });
export const ids = () => Type.Array(id(), { default: [] });
export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()], { default: null });
export const byLocale = <T extends Parameters<typeof Type.Record>[1]>(value: T) =>
  Type.Record(Type.String({ pattern: LOCALE_PATTERN }), value, { default: {} });
