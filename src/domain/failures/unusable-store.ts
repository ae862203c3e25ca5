// Thrown when a store is opened that cannot be used as it is. No request meets it.

/** The message says what to do. */
export class UnusableStore extends Error {}
