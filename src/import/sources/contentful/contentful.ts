// Exports of Contentful as content models, records, versions and publications. The first pass collects what entries refer to,
// which may come later; the second one yields.

import type { SourceEntry, SourceFile, SourceFormat, SourceReach } from '../source-format.ts';
import { modelIdOf, versionIdOf } from './contentful-ids.ts';
import { modelObject, planModel } from './contentful-models.ts';
import { type EntryContext, entryObjects } from './contentful-records.ts';
import { ContentfulSpace, spaceOf } from './contentful-space.ts';
import { readSections } from './read-sections.ts';

export const contentful: SourceFormat = {
  name: 'contentful',
  async *read(files, target) {
    const space = new ContentfulSpace();
    for (const file of files) {
      for await (const item of readSections(file)) {
        const fault = 'fault' in item ? undefined : space.add(item);
        if (fault !== undefined) yield { ...fault, ...placeIn(file, files, fault.line) };
        if (space.isTooMuch) return yield { ...placeIn(file, files, 1), fault: TOO_MUCH, isEnd: true };
      }
    }
    const models = new Map([...space.types].map(([id, type]) => [id, planModel(type, space)]));
    yield { reach: reachOf(space) };
    for (const model of models.values()) {
      yield { line: model.type.line, object: modelObject(model, space) };
    }
    for (const missing of missingSections(space)) yield { line: 1, fault: missing };
    yield* readEntries(files, { space, models, target });
  },
};

/** Models and versions have ids that no other way makes. */
const reachOf = ({ types }: ContentfulSpace): SourceReach['reach'] => {
  const spaces = new Set(Array.from(types.values(), ({ sys }) => spaceOf({ sys })));
  return {
    isOwnModel: ({ id, internal_name: name }) => [...spaces].some((space) => id === modelIdOf(space, name)),
    isOwnVersion: ({ id, record_id: recordId, number }) => id === versionIdOf(recordId, number),
  };
};

const TOO_MUCH =
  'has more content types, locales, assets or entries than can be kept in memory: export a part';

const missingSections = ({ types, fallbacks }: ContentfulSpace): readonly string[] => [
  ...(types.size === 0 ? ['has no contentTypes: export them with the entries'] : []),
  ...(fallbacks.size === 0 ? ['has no locales: export them with the entries'] : []),
];

async function* readEntries(
  files: readonly SourceFile[],
  context: EntryContext,
): AsyncGenerator<SourceEntry, void, undefined> {
  for (const file of files) {
    for await (const item of readSections(file)) {
      const place = placeIn(file, files, item.line);
      if ('fault' in item) {
        yield { ...item, ...place };
        if (item.isEnd === true) return;
      } else if (item.section === 'entries') {
        yield* entryObjects(item.value, context, place);
      }
    }
  }
}

const placeIn = (file: SourceFile, files: readonly SourceFile[], line: number) =>
  files.length > 1 ? { file: file.name, line } : { line };
