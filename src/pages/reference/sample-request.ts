// A request made from an operation and the values that a reader puts in, before it is sent or written as code.

export interface SampleValue {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly value: string;
  /** Of the schema: `integer`. Absent: a text. */
  readonly type?: string | undefined;
}

/** How the client of this repository calls an operation. */
export interface ClientCall {
  readonly name: string;
  /** Whether it is part of the client for editors. */
  readonly isManaged: boolean;
  /** Whether the fields of the body are given beside the parameters. */
  readonly isMerged: boolean;
}

export interface SampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** The fields that are sent as form data, instead of a body. */
  readonly form: readonly (readonly [name: string, value: string])[] | undefined;
  readonly values: readonly SampleValue[];
  readonly client: ClientCall | undefined;
}

export interface SampleOperation {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** The media type of its body. */
  readonly type?: string | undefined;
  /** Absent: the client has no function for it. */
  readonly client?: ClientCall | undefined;
}

const FORM_TYPE = 'multipart/form-data';

/** Of an object as JSON: a list is a field for each of its texts. */
const formFields = (body: string): (readonly [name: string, value: string])[] => {
  try {
    return Object.entries(JSON.parse(body) as object).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)] as const),
    );
  } catch {
    return [];
  }
};

/** Values that are empty are not sent; a parameter of the path without one stays as it is written. */
export const buildRequest = (
  { method, path, type, client }: SampleOperation,
  values: readonly SampleValue[],
  body: string | undefined,
): SampleRequest => {
  const given = values.filter(({ value }) => value !== '');
  const inPlace = (place: SampleValue['place']) => given.filter((value) => value.place === place);
  const filled = inPlace('path').reduce(
    (target, { name, value }) => target.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(inPlace('query').map(({ name, value }) => [name, value])).toString();
  const form = type === FORM_TYPE ? formFields(body ?? '') : undefined;
  const sent = body === undefined || type === undefined || form !== undefined ? undefined : body;
  return {
    method,
    target: query === '' ? filled : `${filled}?${query}`,
    headers: [
      ...inPlace('header').map(({ name, value }) => [name, value] as const),
      ...(sent === undefined || type === undefined ? [] : [['content-type', type] as const]),
    ],
    body: sent,
    form,
    values: given,
    client,
  };
};
