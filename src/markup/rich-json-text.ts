// Extracts the text of rich text stored as a tree of nodes, as Contentful, ProseMirror, Slate, Lexical, Portable Text, Quill and
// Editor.js do. They differ only in names: a node has a type, text and child nodes. Other properties are not text.

import { isObject } from '../domain/text/json-value.ts';
import { holdsEntities, holdsTags, htmlToText } from './html-text.ts';

/** More than a stored value can have, but a text that contains JSON is not limited in this way. */
const NODES_MAX = 200_000;

const textNames = ['text', 'insert', 'caption'] as const;
const childNames = ['root', 'document', 'content', 'children', 'blocks', 'ops', 'items', 'data'] as const;

/** Nodes that can occur within a word. */
const inline: ReadonlySet<string> = new Set([
  'text',
  'span',
  'link',
  'autolink',
  'a',
  'hyperlink',
  'entry-hyperlink',
  'asset-hyperlink',
  'mention',
  'emphasis',
  'strong',
  'code-inline',
]);

/** The whole text, or its beginning with at least `charsMin` characters. */
export const richJsonToText = (value: unknown, charsMin = Number.POSITIVE_INFINITY): string => {
  const parts: string[] = [];
  let chars = 0;
  /** A stack of nodes to read, next one last. Strings are output unchanged. */
  const waiting: unknown[] = [value];
  for (let nodes = 0; nodes < NODES_MAX && waiting.length > 0 && chars < charsMin; nodes += 1) {
    const node = waiting.pop();
    if (typeof node === 'string') {
      const text = node === '\n' ? node : plain(node);
      parts.push(text);
      chars += text.trim().length;
    } else if (Array.isArray(node)) {
      for (let at = Math.min(node.length, NODES_MAX) - 1; at >= 0; at -= 1) {
        if (typeof node[at] === 'string') waiting.push('\n');
        waiting.push(node[at]);
      }
    } else if (isObject(node)) {
      pushNode(waiting, node);
    }
  }
  return parts
    .join('')
    .replaceAll(/\n{2,}/gu, '\n')
    .trim();
};

/** Some editors store HTML in their texts. */
const plain = (text: string): string => (holdsTags(text) || holdsEntities(text) ? htmlToText(text) : text);

const pushNode = (waiting: unknown[], node: Readonly<Record<string, unknown>>): void => {
  const own = (name: string): unknown => (Object.hasOwn(node, name) ? node[name] : undefined);
  const kind = own('nodeType') ?? own('type') ?? own('_type');
  const texts = textNames.map(own).filter((text) => typeof text === 'string');
  const value = own('value');
  if (kind === 'text' && typeof value === 'string') texts.push(value);
  const below = childNames.map(own).filter((child) => typeof child === 'object' && child !== null);
  const isBlock = typeof kind === 'string' ? !inline.has(kind) : texts.length === 0 && below.length > 0;
  const all = isBlock ? ['\n', ...texts, ...below, '\n'] : [...texts, ...below];
  for (const one of all.reverse()) waiting.push(one);
};
