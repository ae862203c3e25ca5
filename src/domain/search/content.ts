// Content for search: external content items and published records in one common shape, with a text per locale.

import type { WrittenFormat, WrittenText } from '../models/written-text.ts';

export interface ContentText {
  readonly type: string;
  readonly title: string;
  readonly url: string;
  /** Undefined: made from the body. */
  readonly summary: string | undefined;
  /** As stored, with markup; `src/markup` turns it into plain text. */
  readonly body: string;
  /** Absent: not declared. */
  readonly bodyFormat?: WrittenFormat;
  /** Further values that are searched like the body. */
  readonly fields?: readonly WrittenText[];
  readonly keywords: readonly string[];
  readonly imageUrl: string | null;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly modifiedAt: string;
  readonly modifiedBy: string | null;
  readonly extraData: Readonly<Record<string, unknown>>;
}

export interface ContentItem {
  /** `item:<provider id>` or `record:<record id>`, so that a change leads to it. Breaks ties in every sort. */
  readonly key: string;
  readonly providerId: string;
  /** By normalized locale. An item is found once, in the first locale of the chain in which it exists. */
  readonly texts: Readonly<Record<string, ContentText>>;
}
