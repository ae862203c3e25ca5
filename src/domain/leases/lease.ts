// Leases: work that must happen once is done by the process that holds its lease, for as long as it holds it. A lease ends by
// itself, so a killed holder is replaced; its token fences the writes of a holder that is late (decision 0050).

/** A term of holding a lease. Each term has a larger token than the one before. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly token: number;
}

export interface TakenLease extends Lease {
  /** The holder whose term ran out, because it was killed or frozen. Undefined if the lease was free. */
  readonly replaced: string | undefined;
}

/** By the clock of the database. */
export interface LeaseState {
  /** When the current term ends unless it is renewed; 0 if nobody holds the lease. */
  readonly endsInMs: number;
  /** How long ago the work was last finished; undefined if it never was. */
  readonly finishedAgoMs: number | undefined;
}

export interface LeaseStore {
  /** Undefined if nobody has ever taken it. */
  readLease(name: string): Promise<LeaseState | undefined>;
  /** Begins a term. Undefined while another term runs. */
  takeLease(name: string, holder: string, termMs: number): Promise<TakenLease | undefined>;
  /** Extends the term to `termMs` from now. False if it is over. */
  renewLease(lease: Lease, termMs: number): Promise<boolean>;
  /** Ends the term, so that the next holder need not wait. `isFinished`: the work was done. Does nothing if the term is over. */
  endLease(lease: Lease, isFinished: boolean): Promise<void>;
}

/** The term is over: somebody else may do the work now. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(lease: string) {
    super(`the lease ${lease} is no longer held`);
  }
}
