// Thrown to a reader of the change feed when changes after its position have been trimmed.

/** The reader cannot continue from its position. It has to read everything again and continue from the head. */
export class FeedTrimmed extends Error {
  override readonly name = 'FeedTrimmed';

  constructor(position: number) {
    super(`the change feed cannot be followed from position ${position}`);
  }
}
