// One operation: what it does, what it takes, what it returns, and a request to copy. The attributes that begin with `data-` are what
// the script of the page needs to send it.

import { type Html, html, withCode } from '../html.ts';
import type { ReferenceBody, ReferenceOperation, ReferenceParameter } from './openapi-document.ts';
import { languages } from './request-samples.ts';
import { buildRequest, type ClientCall, type SampleValue } from './sample-request.ts';
import { showType } from './schema-view.ts';

/** Values for parameters, by name: of the demo shop, where it is served. */
export type KnownValues = Readonly<Record<string, string>>;

export const SCOPE_HEADERS = ['x-tenant-id', 'x-workspace-id', 'x-environment-id'];
/** What every operation may return; said once. */
const SHARED_RESPONSES = ['304', '417', '431', '4XX', '5XX'];

const isScope = ({ name }: ReferenceParameter): boolean => SCOPE_HEADERS.includes(name);

const tokens: Readonly<Record<ReferenceOperation['token'], string>> = {
  needed: 'Needs a token.',
  optional: 'Needs no token, unless the environment requires one.',
  none: 'Needs no token.',
};

export const showOperation = (operation: ReferenceOperation, known: KnownValues): Html => {
  const { id, method, path, summary, description, token, parameters, body, success, responses } = operation;
  const own = parameters.filter((parameter) => !isScope(parameter));
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title" data-method="${method}" data-path="${path}" data-token="${token}"${
    body !== undefined && html` data-type="${body.type}"`
  }${showClient(operation.client)}>
<div class="about">
<h3 id="${id}-title">${summary}</h3>
<p class="target">${showMethod(method)} <code>${path}</code></p>
<p>${withCode(description)}</p>
<p class="needs">${tokens[token]} ${showScope(parameters.filter(isScope))}</p>
${own.length > 0 && html`<h4>Parameters</h4><dl class="fields">${own.map((parameter) => showParameter(parameter, known))}</dl>`}
${body !== undefined && html`<h4>Request body</h4><p>${showType(body.schema)} as <code>${body.type}</code></p>`}
<h4>Responses</h4><dl class="responses">${responses
    .filter(({ status }) => !SHARED_RESPONSES.includes(status))
    .map(
      ({ status, description: meaning }) =>
        html`<div><dt>${status}</dt><dd>${withCode(meaning)}${
          status.startsWith('2') && success !== undefined && html` ${showType(success.schema)}`
        }</dd></div>`,
    )}</dl>
</div>
<div class="code">
<pre class="sample" tabindex="0" aria-label="Request with curl"><code>${sampleOf(operation, known)}</code></pre>
${showExample('Request body', 'body', body)}
${showExample('Response', 'response', success)}
</div>
</article>
`;
};

const showClient = (client: ClientCall | undefined): Html | false =>
  client !== undefined &&
  html` data-client="${client.name}"${client.isManaged && html` data-managed`}${client.isMerged && html` data-merged`}`;

export const showMethod = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`;

const showScope = (headers: readonly ReferenceParameter[]): Html | false => {
  if (headers.length === 0) return false;
  const names = html`<a href="#scope">scope</a> headers <code>${headers.map(({ name }) => name).join(', ')}</code>`;
  return headers.every(({ isRequired }) => isRequired)
    ? html`Needs the ${names}.`
    : html`The ${names} may be left out if the host of the request is a registered domain.`;
};

const showParameter = (parameter: ReferenceParameter, known: KnownValues): Html => {
  const { name, place, isRequired, description, schema } = parameter;
  return html`<div data-name="${name}" data-place="${place}" data-type="${String(schema['type'])}" data-example="${exampleOf(parameter, known)}"${
    isRequired && html` data-required`
  }><dt><code>${name}</code> <span>${place}, ${showType(schema)}${isRequired && ', required'}</span></dt><dd>${withCode(description)}</dd></div>`;
};

const exampleOf = ({ name, example }: ReferenceParameter, known: KnownValues): string =>
  known[name] ?? example ?? '';

const bodyText = (example: unknown): string | undefined =>
  example === undefined || typeof example === 'string' ? example : JSON.stringify(example, null, 2);

/** With everything that is required. */
const sampleOf = (operation: ReferenceOperation, known: KnownValues): string => {
  const values = operation.parameters
    .filter(({ isRequired }) => isRequired)
    .map(
      (parameter): SampleValue => ({
        name: parameter.name,
        place: parameter.place,
        value: exampleOf(parameter, known) || `{${parameter.name}}`,
      }),
    );
  const token: SampleValue[] =
    operation.token === 'needed' ? [{ name: 'authorization', place: 'header', value: 'Bearer {token}' }] : [];
  const { method, path, body } = operation;
  const request = buildRequest(
    { method, path, type: body?.type },
    [...token, ...values],
    bodyText(body?.example),
  );
  return languages.curl(request, '{address}');
};

const showExample = (title: string, kind: string, body: ReferenceBody | undefined): Html | false =>
  body?.example !== undefined &&
  html`<details class="${kind}"${kind === 'response' && html` open`}><summary>${title}</summary><pre tabindex="0" aria-label="Example"><code>${bodyText(body.example)}</code></pre></details>`;
