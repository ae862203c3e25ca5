// What a reader of the change feed is told when changes after its position are no longer kept.

/** The reader cannot follow the feed from where it stands: it reads everything anew and goes on from the head. */
export class FeedTrimmed extends Error {
  override readonly name = 'FeedTrimmed';

  constructor(position: number) {
    super(`the change feed cannot be followed from position ${position}`);
  }
}
