// Tells whether any other connection or process has committed anything. Called for each request, so it never throws.

export interface DataVersion {
  read(): number;
  /** The next call reads the version again. */
  forget(): void;
}

/** How much later a commit of another process may be noticed. Reading once per millisecond took 3 % of a busy process. */
const READ_EVERY_MS = 5;

/** `count`: changes with each commit of another connection; it may throw. */
export const buildVersion = (count: () => number): DataVersion => {
  let known = 0;
  let refusals = 0;
  let readAt = Number.NaN;
  return {
    read: () => {
      const now = performance.now();
      // Also when nothing was read yet.
      if (!(now < readAt + READ_EVERY_MS)) {
        try {
          known = count();
        } catch {
          // Unknown, so cached values do not count as current. The next read reports the error.
          refusals += 1;
        }
        readAt = now;
      }
      return known + refusals;
    },
    forget: () => {
      readAt = Number.NaN;
    },
  };
};
