// The shape of one page, post, guide or answer, written in one to three languages.
// Ids, addresses and summaries are not written by hand: they are derived from the key and the lead.

export type ArticleText = {
  readonly title: string;
  /** The opening sentence or two; also the summary. */
  readonly lead: string;
  readonly body: string;
  readonly keywords: readonly string[];
};

export type Article = {
  readonly key: string;
  readonly type: 'page' | 'blog' | 'guide' | 'faq';
  readonly author: string | null;
  readonly published: string;
  readonly updated: string;
  readonly hasImage: boolean;
  readonly closing: 'workshop' | 'advice' | 'service' | 'journal';
  readonly isStagingOnly?: true;
  readonly en: ArticleText;
  readonly de?: ArticleText;
  readonly fr?: ArticleText;
};
