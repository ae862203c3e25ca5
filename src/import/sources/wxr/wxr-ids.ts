// Ids of content items that come from WordPress: `wp-` and the number of the post.

const PREFIX = 'wp-';
const ID = /^wp-[1-9]\d*$/;

export const providerIdOf = (post: string): string => `${PREFIX}${post}`;

export const isWordPressId = (providerId: string): boolean => ID.test(providerId);
