// Content as search sees it: items of outside systems and published records, both as one thing with a text per locale.

export interface ContentText {
  readonly type: string;
  readonly title: string;
  readonly url: string;
  /** As given; undefined when it is to be made from the body. */
  readonly summary: string | undefined;
  readonly body: string;
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

/** An item in one locale as content search shows it. */
export const shownContent = ({ providerId, key, texts }: ContentItem, locale: string) => {
  const text = texts[locale];
  if (text === undefined) throw new Error(`${key} has no text in ${locale}`);
  return {
    title: text.title,
    url: text.url,
    type: text.type,
    summary: summaryOf(text),
    image_url: text.imageUrl,
    provider_id: providerId,
    created_at: text.createdAt,
    created_by: text.createdBy,
    extra_data: JSON.stringify(text.extraData),
    locale,
  };
};

const SUMMARY_MAX_CHARS = 200;

/** The given summary, or the start of the body cut at a word's end. */
export const summaryOf = (text: Pick<ContentText, 'summary' | 'body'>): string => {
  if (text.summary !== undefined) {
    return text.summary;
  }
  const flat = text.body.replace(/\s+/gu, ' ').trim();
  if (flat.length <= SUMMARY_MAX_CHARS) {
    return flat;
  }
  const cut = flat
    .slice(0, SUMMARY_MAX_CHARS)
    .toWellFormed()
    .replace(/\uFFFD$/u, '');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > SUMMARY_MAX_CHARS / 2 ? cut.slice(0, lastSpace) : cut}…`;
};
