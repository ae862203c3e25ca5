// Content as search sees it: items of outside systems and published records, both as one thing with a text per locale.

import type { WrittenFormat, WrittenText } from '../text/written-text.ts';

export interface ContentText {
  readonly type: string;
  readonly title: string;
  readonly url: string;
  /** As given; undefined when it is to be made from the body. */
  readonly summary: string | undefined;
  /** As it was written; plain text is made of it in `src/markup`. */
  readonly body: string;
  /** Absent: nobody says how it is written. */
  readonly bodyFormat?: WrittenFormat;
  /** Further values that are searched as the body is. */
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
  /** `item:<provider id>` or `record:<record id>`, so that a change of either names it. Ends every order. */
  readonly key: string;
  readonly providerId: string;
  /** By normalized locale. An item answers in the first locale of a chain in which it exists, once. */
  readonly texts: Readonly<Record<string, ContentText>>;
}
