// A request as code: curl, fetch and the client. The page shows what this writes, and the browser writes it again with the values that a reader
// puts in, so nothing here may need Node or a document.

import { clientSample } from './client-sample.ts';
import { formStatements, isJsonLiteral, literal, quote } from './literals.ts';
import type { SampleRequest } from './sample-request.ts';

/** For a shell: everything between single quotes is taken as it is. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const curlOf = ({ method, target, headers, body, form = [] }: SampleRequest, base: string): string =>
  [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${shellQuote(base + target)}`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${shellQuote(body)}`]),
    ...form.map(([name, value]) => `--form-string ${shellQuote(`${name}=${value}`)}`),
  ].join(' \\\n  ');

const fetchOf = ({ method, target, headers, body, form }: SampleRequest, base: string): string => {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${quote(method)},`]),
    ...(headers.length === 0
      ? []
      : ['headers: {', ...headers.map(([name, value]) => `  ${quote(name)}: ${quote(value)},`), '},']),
    ...(body === undefined
      ? []
      : [`body: ${isJsonLiteral(body) ? `JSON.stringify(${literal(body)})` : quote(body)},`]),
    ...(form === undefined ? [] : ['body: form,']),
  ];
  const url = quote(base + target);
  return [
    ...formStatements(form),
    ...(options.length === 0
      ? [`const response = await fetch(${url});`]
      : [
          `const response = await fetch(${url}, {`,
          ...options.flatMap((option) => option.split('\n')).map((line) => `  ${line}`),
          '});',
        ]),
    'if (!response.ok) throw new Error(await response.text());',
    `const result = await response.${form === undefined ? 'json' : 'text'}();`,
  ].join('\n');
};

/** Operations that the client has no function for are called by fetch. */
const clientOf = (request: SampleRequest, base: string): string =>
  request.client === undefined ? fetchOf(request, base) : clientSample(request, request.client, base);

export const languages = { curl: curlOf, fetch: fetchOf, client: clientOf } as const;

export type Language = keyof typeof languages;
