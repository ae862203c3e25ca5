// The reference in a browser: requests as code with the values of the reader, a form that sends them to this service, and a filter for
// the list of operations. Values are kept in the page only, and everything that comes back is shown as text.

import { type Language, languages } from '../src/pages/reference/request-samples.ts';
import { buildRequest, type ClientCall, type SampleRequest } from '../src/pages/reference/sample-request.ts';
import { addCopyButtons } from './copy-code.ts';
import { buildFields, type Field, readFields, readParameters } from './reference/fields.ts';
import { addFilter } from './reference/filter.ts';
import { showResult } from './reference/result.ts';

const HIDDEN = 'Bearer …';

const scope = document.querySelector<HTMLFormElement>('#scope-form');

const scopeValue = (name: string): string => {
  const input = scope?.elements.namedItem(name);
  return input instanceof HTMLInputElement || input instanceof HTMLSelectElement ? input.value.trim() : '';
};

interface Operation {
  readonly section: HTMLElement;
  readonly sample: HTMLElement;
  /** The form, once it is open. */
  fields: readonly Field[];
  body: HTMLTextAreaElement | undefined;
}

const exampleBody = (section: HTMLElement): string | undefined =>
  section.querySelector('details.body pre')?.textContent ?? undefined;

/** Operations without a scope, such as those of the operator, name no headers. */
const scopeHeaders = (section: HTMLElement) =>
  [...section.querySelectorAll('.needs code')]
    .flatMap((names) => (names.textContent ?? '').split(', '))
    .map((name) => ({ name, place: 'header' as const, value: scopeValue(name) }));

const clientOf = ({ dataset }: HTMLElement): ClientCall | undefined =>
  dataset['client'] === undefined
    ? undefined
    : {
        name: dataset['client'],
        isManaged: dataset['managed'] !== undefined,
        isMerged: dataset['merged'] !== undefined,
      };

const requestOf = ({ section, fields, body }: Operation): SampleRequest => {
  const { method = '', path = '', type, token } = section.dataset;
  const secret = scopeValue('token');
  const authorization = {
    name: 'authorization',
    place: 'header' as const,
    value: token === 'none' || secret === '' ? '' : `Bearer ${secret}`,
  };
  const values = fields.length > 0 ? readFields(fields) : readParameters(section);
  return buildRequest(
    { method, path, type, client: clientOf(section) },
    [authorization, ...scopeHeaders(section), ...values],
    body === undefined ? exampleBody(section) : body.value,
  );
};

const showSample = (operation: Operation): void => {
  const language = (scopeValue('language') || 'curl') as Language;
  const request = requestOf(operation);
  // A secret is not put on the screen, but the request should show where it belongs.
  const headers = request.headers.map(
    ([name, value]) => [name, name === 'authorization' ? HIDDEN : value] as const,
  );
  const values = request.values.map((value) =>
    value.name === 'authorization' ? { ...value, value: HIDDEN } : value,
  );
  operation.sample.textContent = languages[language]({ ...request, headers, values }, location.origin);
  operation.sample.parentElement?.setAttribute('aria-label', `Request with ${language}`);
};

const formOf = (fields: NonNullable<SampleRequest['form']>): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

const send = async (operation: Operation, place: HTMLElement): Promise<void> => {
  const { method, target, headers, body, form } = requestOf(operation);
  await showResult(place, () =>
    fetch(target, {
      method,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
      ...(body === undefined ? {} : { body }),
      ...(form === undefined ? {} : { body: formOf(form) }),
      credentials: 'omit',
    }),
  );
};

/** Opened on demand: a form for each operation at once would make the page slow. */
const openForm = (operation: Operation, button: HTMLButtonElement): void => {
  const { section } = operation;
  const form = document.createElement('form');
  form.className = 'values';
  form.setAttribute('aria-label', `Values for ${section.querySelector('h3')?.textContent ?? ''}`);
  const { fields, body } = buildFields(section, exampleBody(section));
  operation.fields = fields;
  operation.body = body;
  const result = document.createElement('div');
  result.className = 'result';
  result.setAttribute('role', 'status');
  const submit = document.createElement('button');
  submit.textContent = `Send ${section.dataset['method'] ?? ''}`;
  form.append(
    ...fields.map(({ label }) => label),
    ...(body?.parentElement ? [body.parentElement] : []),
    submit,
  );
  form.addEventListener('input', () => showSample(operation));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(operation, result);
  });
  button.replaceWith(form, result);
  (fields[0]?.input ?? body ?? submit).focus();
  showSample(operation);
};

const operations = [...document.querySelectorAll<HTMLElement>('.operation')].flatMap(
  (section): Operation[] => {
    const sample = section.querySelector<HTMLElement>('pre.sample code');
    return sample === null ? [] : [{ section, sample, fields: [], body: undefined }];
  },
);

addCopyButtons(document);
for (const operation of operations) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try it';
  button.setAttribute('aria-label', `Try it: ${operation.section.querySelector('h3')?.textContent ?? ''}`);
  button.addEventListener('click', () => openForm(operation, button));
  // Below the block of code, not in its corner, where the button is that copies it.
  (operation.sample.closest('.copyable') ?? operation.sample.closest('pre'))?.after(button);
  showSample(operation);
}
if (scope !== null) {
  scope.hidden = false;
  scope.addEventListener('submit', (event) => event.preventDefault());
  scope.addEventListener('input', () => {
    for (const operation of operations) showSample(operation);
  });
}
addFilter(document.getElementById('filter-place'));
