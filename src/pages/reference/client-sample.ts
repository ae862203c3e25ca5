// A request with the client of this repository: one function for each operation, which takes the parameters and the body as one object.

import { formStatements, indent, isJsonLiteral, keyOf, literal, quote } from './literals.ts';
import type { ClientCall, SampleRequest, SampleValue } from './sample-request.ts';

const scopeNames: Readonly<Record<string, string>> = {
  'x-tenant-id': 'tenantId',
  'x-workspace-id': 'workspaceId',
  'x-environment-id': 'environmentId',
};

export const clientSample = (
  { values, body, headers, form }: SampleRequest,
  { name, isManaged, isMerged }: ClientCall,
  base: string,
): string => {
  const create = isManaged ? 'createManageClient' : 'createClient';
  const isOwn = (value: SampleValue): boolean =>
    value.name !== 'authorization' && !(value.name in scopeNames);
  const members = [
    ...values.filter(isOwn).map((value) => `${keyOf(value.name)}: ${showValue(value)},`),
    ...bodyMembers(body, isMerged),
    ...(form === undefined ? [] : ['body: form,']),
  ];
  const isLines = headers.some(([, value]) => value === 'application/x-ndjson');
  const input = isLines ? quote(body ?? '') : members.length === 0 ? '' : object(members);
  return [
    `import { ${create} } from '@vitrine/client${isManaged ? '/manage' : ''}';`,
    '',
    `const vitrine = ${create}(${object([`baseUrl: ${quote(base)},`, ...accessMembers(values)])});`,
    ...formStatements(form),
    isLines || form !== undefined
      ? `for await (const result of vitrine.${name}(${input})) console.log(result);`
      : `const result = await vitrine.${name}(${input});`,
  ].join('\n');
};

const object = (members: readonly string[]): string => `{\n${indent(members.join('\n'))}\n}`;

const accessMembers = (values: readonly SampleValue[]): string[] => {
  const scope = values.filter(({ name }) => name in scopeNames);
  const token = values.find(({ name }) => name === 'authorization');
  return [
    ...(scope.length === 0
      ? []
      : [`scope: { ${scope.map(({ name, value }) => `${scopeNames[name]}: ${quote(value)}`).join(', ')} },`]),
    ...(token === undefined ? [] : [`token: ${quote(token.value.replace(/^Bearer /, ''))},`]),
  ];
};

const bodyMembers = (body: string | undefined, isMerged: boolean): string[] => {
  if (body === undefined) return [];
  if (!isJsonLiteral(body)) return [`body: ${quote(body)},`];
  const fields: unknown = JSON.parse(body);
  if (!isMerged || typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return [`body: ${literal(body)},`];
  return Object.entries(fields).map(([name, field]) => `${keyOf(name)}: ${literal(JSON.stringify(field))},`);
};

/** Numbers and booleans as such, if the text is one. */
const showValue = ({ type, value }: SampleValue): string => {
  const isPlain =
    type === 'boolean'
      ? /^(?:true|false)$/.test(value)
      : type === 'integer' && /^(?:0|[1-9]\d{0,14})$/.test(value);
  return isPlain ? value : quote(value);
};
