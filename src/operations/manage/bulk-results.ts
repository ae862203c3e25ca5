// The results of a bulk request: one JSON line for each of its lines, in order, and a summary at the end.

import { type Failure, hasDependents } from '../../domain/failures/failures.ts';
import type { BulkOutcome, BulkStep } from '../../domain/manage/managed-resource.ts';
import type { LineError } from './bulk-scope.ts';

/** Counts by outcome. A scope line counts only as a line. */
interface Tally {
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  absent: number;
  failed: number;
}

export class BulkResults {
  readonly #tally: Tally = {
    lines: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    absent: 0,
    failed: 0,
  };
  #isComplete = true;
  #texts: string[] = [];

  accept(line: number): void {
    this.#add({ line, outcome: 'accepted' });
  }

  refuse(line: number, { name, message, code }: LineError, more: object = {}): void {
    this.#tally.failed += 1;
    this.#add({ line, error: { name, message, ...(code === undefined ? {} : { code }), ...more } });
  }

  tell(line: number, step: BulkStep, outcome: BulkOutcome | undefined): void {
    if (outcome === undefined) throw new Error('the store returned fewer results than it was given steps');
    const kind = step.action === 'put' ? step.object.kind : step.kind;
    if (outcome.kind === 'fault') {
      const { name = 'Conflict', details = {} } = outcome.failure ?? {};
      this.refuse(line, { name, message: `${kind}: ${outcome.message}`, code: outcome.code }, details);
    } else if (outcome.kind === 'needed') {
      const failure = hasDependents(kind.replaceAll('_', ' '), outcome.dependents, outcome.count);
      this.refuse(line, failure, failure.details);
    } else {
      this.#tally[outcome.kind] += 1;
      this.#add({ line, outcome: outcome.kind });
    }
  }

  /** Call it if the request could not be read completely. */
  breakOff(): void {
    this.#isComplete = false;
  }

  /** The result lines since the last call. */
  take(): string {
    const text = this.#texts.join('');
    this.#texts = [];
    return text;
  }

  /** `failure`: why the lines after the last one were not processed. */
  summary(failure: Failure | undefined): string {
    const summary = { ...this.#tally, is_complete: this.#isComplete && failure === undefined };
    if (failure === undefined) return `${JSON.stringify({ summary })}\n`;
    const { name, message, code } = failure;
    return `${JSON.stringify({ summary, error: { name, message, code } })}\n`;
  }

  #add(result: object): void {
    this.#tally.lines += 1;
    this.#texts.push(`${JSON.stringify(result)}\n`);
  }
}
