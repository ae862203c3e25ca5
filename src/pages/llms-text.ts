// The documentation as plain text for language models: an index with links (`/llms.txt`, by the proposal of llmstxt.org), and
// everything in one file (`/llms-full.txt`).

import { isGuide, type MarkdownFile } from './docs/documents.ts';
import { listOperations, type OpenApi, type ReferenceOperation } from './reference/openapi-document.ts';

const INTRODUCTION = `# Vitrine

> An open, self-hostable, multi-tenant service for storefront discovery and content delivery: product search, facets, suggestions, merchandising, content models, records, pages and forms, over plain HTTP and JSON.

A request belongs to a tenant, a workspace and an environment: send the headers \`x-tenant-id\`, \`x-workspace-id\` and \`x-environment-id\`, or use a host name that is registered as a domain. Storefronts need no token; editors send \`Authorization: Bearer <token>\`. Every failure is JSON with \`Error.name\` and a stable \`Error.code\`. Totals and pages are exact.
`;

export const renderLlms = (all: readonly MarkdownFile[]): string => {
  const link = ({ path, title, summary }: MarkdownFile): string => `- [${title}](${path}.md): ${summary}\n`;
  return [
    INTRODUCTION,
    '## Interface\n',
    [
      '- [OpenAPI description for storefronts](/openapi.json): searches, content, forms, records, with their schemas, as JSON\n',
      '- [OpenAPI description for management](/openapi-management.json): everything under `/manage/v1`, as JSON\n',
      '- [Reference](/reference): both as a page\n',
      '- [Everything in one file](/llms-full.txt): all guides and all operations\n',
    ].join(''),
    '## Guides\n',
    all.filter(isGuide).map(link).join(''),
    '## Optional\n',
    all
      .filter((document) => !isGuide(document) && !/decisions\/\d/.test(document.file))
      .map(link)
      .join(''),
  ].join('\n');
};

export const renderLlmsFull = (all: readonly MarkdownFile[], openApi: OpenApi): string => {
  const documents = all.filter((document) => document.file === 'README.md' || isGuide(document));
  return [
    INTRODUCTION,
    ...documents.map(({ file, text }) => `\n<!-- ${file} -->\n\n${text}`),
    '\n# Operations\n',
    ...listOperations(openApi).map(showOperation),
  ].join('\n');
};

const showOperation = ({
  id,
  method,
  path,
  summary,
  description,
  parameters,
  body,
  success,
}: ReferenceOperation): string =>
  [
    `## ${id}: ${method} ${path}\n`,
    `${summary}. ${description}\n`,
    ...parameters.map(
      ({ name, place, isRequired, description: meaning }) =>
        `- \`${name}\` (${place}${isRequired ? ', required' : ''}): ${meaning}`,
    ),
    ...showExample('Request body', body?.example),
    ...showExample('Response', success?.example),
    '',
  ].join('\n');

const showExample = (title: string, example: unknown): string[] =>
  example === undefined
    ? []
    : [
        `\n${title}:\n\n\`\`\`\n${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}\n\`\`\``,
      ];
