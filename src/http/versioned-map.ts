// A bounded map that is emptied as soon as anything was committed. What is put in carries the version it was made under.

import type { ChangeSignal } from '../domain/ports.ts';

export class VersionedMap<T> {
  private readonly signal: ChangeSignal;
  private readonly entriesMax: number;
  private version: number | undefined;
  private readonly entries = new Map<string, T>();

  constructor(signal: ChangeSignal, entriesMax: number) {
    this.signal = signal;
    this.entriesMax = entriesMax;
  }

  /** The version that what is made from now on is made under. */
  current(): number {
    const version = this.signal.version();
    if (version !== this.version) {
      this.entries.clear();
      this.version = version;
    }
    return version;
  }

  /** To be asked after `current`, within the same turn. */
  get(key: string): T | undefined {
    return this.entries.get(key);
  }

  /** Left out when something was committed since `version`. */
  set(key: string, value: T, version: number): void {
    if (this.current() !== version) return;
    if (this.entries.size >= this.entriesMax) this.entries.clear();
    this.entries.set(key, value);
  }
}
