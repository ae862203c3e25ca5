// Writes the documents of objects whose manifests were accepted, and the words of the dictionary that are new.

import { type DocumentKind, documentId, type Place, placeKey } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import { dictionaryWord } from '../documents/text-fields.ts';
import type { Writing } from './manifests.ts';
import { type BulkOperation, bulkOperation, sendBulk } from './send-bulk.ts';
import type { AcceptedObject } from './write-manifests.ts';

/** Words that the dictionary is known to have: of the few catalogs that are being built, and of the many that are followed. */
const WORDS_MAX_NEW = 200_000;
const WORDS_MAX = 5_000;

const wordKinds: Readonly<Record<IndexedObject['kind'], DocumentKind>> = {
  product: 'product-word',
  content: 'content-word',
};

export const documentKey = (
  place: Place,
  { kind, id }: Pick<IndexedObject, 'kind' | 'id'>,
  locale: string,
): string => documentId(placeKey(place, kind), id, locale);

/** Why each object was refused; undefined: it was not. */
type WriteDocuments = (
  accepted: readonly AcceptedObject[],
  version: number,
) => Promise<(string | undefined)[]>;

export const buildDocumentWriter = ({ place, routing, bulk }: Writing, isNew: boolean): WriteDocuments => {
  const most = isNew ? WORDS_MAX_NEW : WORDS_MAX;
  const knownWords = new Set<string>();

  const wordOperations = (accepted: readonly AcceptedObject[]): Map<string, BulkOperation> => {
    const operations = new Map<string, BulkOperation>();
    for (const { object } of accepted) {
      const key = placeKey(place, wordKinds[object.kind]);
      for (const word of object.words) {
        const id = documentId(key, word);
        if (knownWords.has(id)) continue;
        const body = { place: key, live: true, word: dictionaryWord(key, word) };
        operations.set(id, bulkOperation('create', { _id: id, routing }, body));
      }
    }
    return operations;
  };

  return async (accepted, version) => {
    const operations: BulkOperation[] = [];
    const owners: number[] = [];
    accepted.forEach(({ object, buried }, owner) => {
      const common = { place: placeKey(place, object.kind), version };
      const add = (locale: string, body: object): void => {
        const _id = documentKey(place, object, locale);
        operations.push(
          bulkOperation('index', { _id, routing, version, version_type: 'external_gte' }, body),
        );
        owners.push(owner);
      };
      for (const { locale, body } of object.documents) add(locale, { ...body, ...common, live: true });
      const tomb = { ...common, id: object.id, live: false, buried_at: Date.now() };
      for (const locale of buried) add(locale, { ...tomb, locale });
    });
    const words = wordOperations(accepted);
    const outcomes = await sendBulk(bulk, [...operations, ...words.values()]);
    if (knownWords.size + words.size > most) knownWords.clear();
    for (const id of words.keys()) knownWords.add(id);
    const reasons: (string | undefined)[] = accepted.map(() => undefined);
    owners.forEach((owner, at) => {
      const outcome = outcomes[at];
      if (typeof outcome === 'object') reasons[owner] ??= outcome.refused;
    });
    return reasons;
  };
};
