// A request as code: curl and fetch. The page shows what this writes, and the browser writes it again with the values that a reader
// puts in, so nothing here may need Node or a document.

export interface SampleValue {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly value: string;
}

export interface SampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export interface SampleOperation {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** The media type of its body. */
  readonly type?: string | undefined;
}

/** Values that are empty are not sent; a parameter of the path without one stays as it is written. */
export const buildRequest = (
  { method, path, type }: SampleOperation,
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
  const sent = body === undefined || type === undefined ? undefined : body;
  return {
    method,
    target: query === '' ? filled : `${filled}?${query}`,
    headers: [
      ...inPlace('header').map(({ name, value }) => [name, value] as const),
      ...(sent === undefined || type === undefined ? [] : [['content-type', type] as const]),
    ],
    body: sent,
  };
};

/** For a shell: everything between single quotes is taken as it is. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const curlOf = ({ method, target, headers, body }: SampleRequest, base: string): string =>
  [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${shellQuote(base + target)}`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${shellQuote(body)}`]),
  ].join(' \\\n  ');

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const fetchOf = ({ method, target, headers, body }: SampleRequest, base: string): string => {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${quote(method)},`]),
    ...(headers.length === 0
      ? []
      : ['headers: {', ...headers.map(([name, value]) => `  ${quote(name)}: ${quote(value)},`), '},']),
    ...(body === undefined ? [] : [`body: ${showBody(body)},`]),
  ];
  const url = quote(base + target);
  return [
    ...(options.length === 0
      ? [`const response = await fetch(${url});`]
      : [
          `const response = await fetch(${url}, {`,
          ...options.flatMap((option) => option.split('\n')).map((line) => `  ${line}`),
          '});',
        ]),
    'if (!response.ok) throw new Error(await response.text());',
    'const result = await response.json();',
  ].join('\n');
};

/** JSON is readable as an object; anything else is a text. In a script, that one name would not be a member. */
const showBody = (body: string): string => {
  if (body.includes('__proto__')) return quote(body);
  try {
    return `JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2)})`;
  } catch {
    return quote(body);
  }
};

export const languages = { curl: curlOf, fetch: fetchOf } as const;

export type Language = keyof typeof languages;
