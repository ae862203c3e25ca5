// Counts every fault of an import, but keeps only the first hundred.

const FAULTS_KEPT = 100;

export interface LineFault {
  /** If there are several. */
  readonly file?: string | undefined;
  readonly line: number;
  /** The name of a column, or a path within the object. */
  readonly column?: string | undefined;
  readonly message: string;
  /** The text that is wrong, shortened. */
  readonly value?: string | undefined;
}

export interface FaultList {
  readonly count: number;
  add(fault: LineFault): void;
  /** For a fault that explains all others. */
  replaceBy(fault: LineFault): void;
  /** Those that were kept, by file and line. */
  sorted(): LineFault[];
}

export class FirstFaults implements FaultList {
  readonly #kept: LineFault[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(fault: LineFault): void {
    this.#count += 1;
    if (this.#kept.length < FAULTS_KEPT) this.#kept.push(fault);
  }

  replaceBy(fault: LineFault): void {
    this.#kept.splice(0, this.#kept.length, fault);
    this.#count = 1;
  }

  sorted(): LineFault[] {
    const files = [...new Set(this.#kept.map(({ file }) => file))];
    return this.#kept.toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
  }
}
