// Counts every fault of an import, but keeps only the first hundred.

import { type Counted, FirstHundred } from '../domain/failures/first-hundred.ts';

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
  addAll(faults: Counted<LineFault>): void;
  /** For a fault that explains all others. */
  replaceBy(fault: LineFault): void;
  /** Those that were kept, by file and line. */
  sorted(): LineFault[];
}

export class FirstFaults implements FaultList {
  #kept = new FirstHundred<LineFault>();

  get count(): number {
    return this.#kept.count;
  }

  add(fault: LineFault): void {
    this.#kept.add(() => fault);
  }

  addAll(faults: Counted<LineFault>): void {
    this.#kept.addAll(faults);
  }

  replaceBy(fault: LineFault): void {
    this.#kept = new FirstHundred();
    this.add(fault);
  }

  sorted(): LineFault[] {
    const files = [...new Set(this.#kept.first.map(({ file }) => file))];
    return this.#kept.first.toSorted(
      (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line,
    );
  }
}
