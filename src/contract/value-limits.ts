// Limits of values that the store checks too. Without schemas, so that its threads start faster.

/** Any RFC 9562 version, in either case. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** Characters in all items of a page together, for lists whose items can be long. */
export const PAGE_CHARS_MAX = 2_000_000;
