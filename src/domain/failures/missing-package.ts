// Thrown when something is turned on whose package is optional and not installed. No request meets it.

/** The message says what to do. */
export class MissingPackage extends Error {
  constructor(what: string, name: string) {
    super(
      `${what} needs the package ${name}, which is not installed: install the optional dependencies with npm ci, without --omit=optional`,
    );
  }
}
