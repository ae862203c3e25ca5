// Content models as files in a folder: one JSON file per model, named after it, with keys in a stable order. Creation times are
// left out.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleKinds } from '../contract/bundle.ts';
import type { Keywords } from '../contract/value-words.ts';
import type { ModelDocument } from '../domain/models/model-changes.ts';
import type { SentModel } from '../operations/models/compare-models.ts';
import { CommandError } from './command.ts';
import { parseDocument } from './read-document.ts';
import { systemReason } from './system-error.ts';

const EXTENSION = '.json';
const LEFT_OUT: ReadonlySet<string> = new Set(['kind', 'created_at']);

/** Escapes everything except letters, digits and `_ - .`, so that no name leaves the folder or is hidden in it. */
export const fileNameOf = (internalName: string): string =>
  `${encodeURIComponent(internalName.toWellFormed()).replaceAll(
    /[!'()*~]|^\./g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )}${EXTENSION}`;

export const fileTextOf = (model: ModelDocument): string => {
  const { properties = {} } = bundleKinds.content_model as unknown as Keywords;
  const entries = Object.entries(inOrder(model, properties)).filter(([name]) => !LEFT_OUT.has(name));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
};

interface Shape extends Keywords {
  readonly items?: Shape;
}

/** Keys in the order of the schema; other keys in alphabetical order. */
const inOrder = (
  value: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, Shape>>,
): Record<string, unknown> => {
  const known = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
  const other = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  return Object.fromEntries(
    [...known, ...other.sort()].map((name) => [name, ordered(value[name], properties[name] ?? {})]),
  );
};

const ordered = (value: unknown, shape: Shape): unknown => {
  if (Array.isArray(value)) return value.map((item) => ordered(item, shape.items ?? {}));
  if (typeof value !== 'object' || value === null) return value;
  return inOrder(value as Readonly<Record<string, unknown>>, shape.properties ?? {});
};

/** All models in the folder, in the order of file names. A file that is not a model is an error, not skipped. */
export const readModelFiles = async (folder: string): Promise<SentModel[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`cannot read ${folder}: ${systemReason(error)}`);
  });
  const models: SentModel[] = [];
  for (const name of names.filter((each) => each.endsWith(EXTENSION) && !each.startsWith('.')).sort()) {
    const value = parseDocument(await readFile(join(folder, name), 'utf8'), name);
    const internalName = value['internal_name'];
    if (typeof internalName === 'string' && fileNameOf(internalName) !== name) {
      throw new CommandError(
        `${name} contains the model ${internalName}, which belongs in ${fileNameOf(internalName)}`,
      );
    }
    models.push({ source: name, value });
  }
  return models;
};

export interface PulledFile {
  readonly file: string;
  readonly outcome: 'written' | 'unchanged' | 'removed' | 'extra';
}

/** A file appears only when it is complete. Files of models that do not exist stay unless `prune`. */
export const writeModelFiles = async (
  folder: string,
  models: readonly ModelDocument[],
  { prune }: { readonly prune: boolean },
): Promise<PulledFile[]> => {
  await mkdir(folder, { recursive: true });
  const done: PulledFile[] = [];
  const texts = new Map(models.map((model) => [fileNameOf(model.internal_name), fileTextOf(model)]));
  for (const [file, text] of texts) {
    const before = await readFile(join(folder, file), 'utf8').catch(() => undefined);
    if (before !== text) {
      const fresh = join(folder, `.${file}.new`);
      await writeFile(fresh, text);
      await rename(fresh, join(folder, file));
    }
    done.push({ file, outcome: before === text ? 'unchanged' : 'written' });
  }
  const extra = (await readdir(folder)).filter(
    (file) => file.endsWith(EXTENSION) && !file.startsWith('.') && !texts.has(file),
  );
  for (const file of extra) {
    if (prune) await rm(join(folder, file));
    done.push({ file, outcome: prune ? 'removed' : 'extra' });
  }
  return done.sort((one, other) => (one.file < other.file ? -1 : 1));
};
