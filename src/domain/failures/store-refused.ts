// Thrown when a store is opened that must not be used as it is. Its message is for the operator, and says what to do.

export class StoreRefused extends Error {}
