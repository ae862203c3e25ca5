// What a segment holds of one content item, by part, so that two segments can be compared.

import { rankedValue } from '../packing/ranked-strings.ts';
import { jsonAt } from '../packing/stored-json.ts';
import { indexedWords } from '../text/indexed-words.ts';
import type { ContentSegment } from './content-segment.ts';

export const indexedItem = ({ texts, classes }: ContentSegment, item: number): Map<string, string> => {
  const parts = new Map<string, string>();
  for (const { index, shown, createdAt, modifiedAt, title, createdBy, modifiedBy } of texts) {
    const own = index.classes[item] as number;
    if (own === 0) continue;
    const sorts = [
      ...[createdAt[item], modifiedAt[item]],
      ...[title, createdBy, modifiedBy].map((column) => rankedValue(column, item)),
    ];
    parts.set(`words in ${index.locale}`, indexedWords(index, item));
    parts.set(`type and locales in ${index.locale}`, JSON.stringify(classes[own]));
    parts.set(`sort values in ${index.locale}`, JSON.stringify(sorts));
    parts.set(`stored fields in ${index.locale}`, jsonAt(shown, item));
  }
  return parts;
};
