// The documents that come with the service: every Markdown file of `docs/`, and those beside it that others link to. Only listed
// files are ever read, so no path leads elsewhere.

import { readdir, readFile } from 'node:fs/promises';

export interface MarkdownFile {
  /** Within the package, with slashes: `docs/decisions/0017-http-edge.md`. */
  readonly file: string;
  /** Where its page is: `/docs/decisions/0017-http-edge`. */
  readonly path: string;
  readonly title: string;
  /** The first sentence of its text. */
  readonly summary: string;
  readonly text: string;
}

const ROOT = new URL('../../../', import.meta.url);
const FOLDERS = ['docs/', 'docs/decisions/'];
const CLIENT = 'client/README.md';
const BESIDE = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', CLIENT];

/** What says how to use the service; the others are about the project. */
export const isGuide = ({ file }: MarkdownFile): boolean => file === CLIENT || /^docs\/[^/]+$/.test(file);

/** The files, by the path of their page. */
export const listDocuments = async (): Promise<ReadonlyMap<string, string>> =>
  new Map((await listFiles()).map((file) => [pathOf(file), file]));

export const readText = (file: string): Promise<string> => readFile(new URL(file, ROOT), 'utf8');

/** `file`: one of `listDocuments`. */
export const readDocument = async (file: string): Promise<MarkdownFile> =>
  describe(file, await readText(file));

export const readDocuments = async (): Promise<MarkdownFile[]> =>
  Promise.all((await listFiles()).map(readDocument));

const listFiles = async (): Promise<string[]> => {
  const listed = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(new URL(folder, ROOT))).map((name) => folder + name)),
  );
  return [...BESIDE, ...listed.flat().sort()].filter((file) => file.endsWith('.md'));
};

const describe = (file: string, text: string): MarkdownFile => {
  const paragraphs = text.replaceAll(/^```.*?^```$/gms, '').split(/\n\s*\n/);
  const prose = paragraphs.find((part) => /^[A-Z`]/.test(part) && !part.startsWith('Status:')) ?? '';
  return {
    file,
    path: pathOf(file),
    title: plain(/^# (.+)$/m.exec(text)?.[1] ?? file),
    summary: plain(/^.*?[.:?](?=\s|$)/s.exec(prose.trim())?.[0] ?? ''),
    text,
  };
};

/** A README is the page of its folder. */
const pathOf = (file: string): string => {
  const name = file.replace(/\.md$/, '');
  if (name === 'docs/decisions/README') return '/docs/decisions';
  if (file === CLIENT) return '/docs/client';
  return name.startsWith('docs/') ? `/${name}` : `/docs/${name.toLowerCase()}`;
};

/** One line, without links and emphasis. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]|(?<!\w)_|_(?!\w)/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/:$/, '.');
