// Writes the documents of objects whose manifests were accepted, and the words of the dictionary that are new.

import { type DocumentKind, documentId, type Place, placeKey } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import { dictionaryWord, surfaceWord } from '../documents/text-fields.ts';
import { buildKnownWords } from './known-words.ts';
import type { Writing } from './manifests.ts';
import { type BulkOperation, bulkOperation, sendBulk } from './send-bulk.ts';
import { type AcceptedObject, throwRefused } from './write-manifests.ts';

/** Words that the dictionary is known to have: of the few catalogs that are being built, and of the many that are followed. */
const WORDS_MAX_NEW = 200_000;
const WORDS_MAX = 5_000;

const wordKinds: Readonly<Record<IndexedObject['kind'], DocumentKind>> = {
  product: 'product-word',
  content: 'content-word',
};

/** One that the dictionary is not known to have. */
interface NewWord {
  readonly kind: IndexedObject['kind'];
  readonly key: string;
  readonly language: string;
  readonly surface: string;
}

export const documentKey = (
  place: Place,
  { kind, id }: Pick<IndexedObject, 'kind' | 'id'>,
  locale: string,
): string => documentId(placeKey(place, kind), id, locale);

/** Why each object was refused; undefined: it was not. `first`: what is written before, in the same requests. */
type WriteDocuments = (
  accepted: readonly AcceptedObject[],
  version: number,
  first?: readonly BulkOperation[],
) => Promise<(string | undefined)[]>;

export const buildDocumentWriter = ({ place, routing, bulk }: Writing, isNew: boolean): WriteDocuments => {
  const most = isNew ? WORDS_MAX_NEW : WORDS_MAX;
  const known = { product: buildKnownWords(most), content: buildKnownWords(most) };

  /** By their ids in the index. */
  const newWords = (accepted: readonly AcceptedObject[]): Map<string, NewWord> => {
    const found = new Map<string, NewWord>();
    for (const { object } of accepted) {
      const { kind } = object;
      for (const { language, surfaces } of object.words)
        for (const surface of surfaces)
          if (!known[kind].has(language, surface)) {
            const key = placeKey(place, wordKinds[kind]);
            found.set(documentId(key, surfaceWord(language, surface)), { kind, key, language, surface });
          }
    }
    return found;
  };
  const wordOperation = ([_id, { key, language, surface }]: readonly [string, NewWord]): BulkOperation => {
    const word = dictionaryWord(key, surfaceWord(language, surface));
    return bulkOperation('create', { _id, routing }, { place: key, live: true, word });
  };

  return async (accepted, version, first = []) => {
    const operations: BulkOperation[] = [...first];
    const owners: number[] = [];
    const keys = { product: placeKey(place, 'product'), content: placeKey(place, 'content') };
    accepted.forEach(({ object, buried }, owner) => {
      const common = { place: keys[object.kind], version };
      const live = JSON.stringify({ ...common, live: true }).slice(0, -1);
      const add = (locale: string, body: object | string): void => {
        const _id = documentKey(place, object, locale);
        operations.push(
          bulkOperation('index', { _id, routing, version, version_type: 'external_gte' }, body),
        );
        owners.push(owner);
      };
      for (const { locale, json } of object.documents) add(locale, `${live},${json.slice(1)}`);
      const tomb = { ...common, id: object.id, live: false, buried_at: Date.now() };
      for (const locale of buried) add(locale, { ...tomb, locale });
    });
    const words = newWords(accepted);
    const outcomes = await sendBulk(bulk, [...operations, ...Array.from(words, wordOperation)]);
    throwRefused(outcomes.slice(0, first.length));
    for (const { kind, language, surface } of words.values()) known[kind].add(language, surface);
    const reasons: (string | undefined)[] = accepted.map(() => undefined);
    owners.forEach((owner, at) => {
      const outcome = outcomes[first.length + at];
      if (typeof outcome === 'object') reasons[owner] ??= outcome.refused;
    });
    return reasons;
  };
};
