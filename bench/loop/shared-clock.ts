// A clock that all processes of a machine share, so that what one measures can be compared with what another does.

/** Milliseconds since some moment. */
export const sharedNowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
