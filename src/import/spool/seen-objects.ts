// Detects objects of an import that repeat an earlier id, and remembers the line of the first. An import is never held in memory,
// so it stores only a digest of each key and its line number.

import { hash } from 'node:crypto';
import type { BundleKind, BundleObject } from '../../contract/bundle.ts';
import { keyFieldsOf, managedKinds } from '../../contract/manage/manage-resources.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { showValue } from '../schema/line-faults.ts';

/** Publications and searches have no key, so repeating them loses nothing. */
const keyFields: ReadonlyMap<BundleKind, readonly string[]> = new Map<BundleKind, readonly string[]>([
  ...managedKinds.map((row) => [row.kind, keyFieldsOf(row)] as const),
  ['record', ['id']],
  ['version', ['id']],
  ['popular_term', ['catalog_id', 'rank']],
]);

/** Kinds that contain others. Concatenated bundles repeat them exactly. */
export const containerKinds: ReadonlySet<BundleKind> = new Set<BundleKind>([
  'tenant',
  'workspace',
  'environment',
  'domain',
  'content_model',
  'catalog',
  'store',
]);

/** 32-bit words of the digest; the line number follows. */
const DIGEST_WORDS = 3;
const SLOT_WORDS = DIGEST_WORDS + 1;
const FIRST_SLOTS = 1 << 10;

export interface Repetition {
  /** The first line with the same key. */
  readonly firstLine: number;
  /** Whether it contains others and is exactly as before, which is no fault. */
  readonly isEqual: boolean;
  /** The key field, for the code. */
  readonly field: string;
  /** The kind and its key, for people. */
  readonly named: string;
  /** For people. */
  readonly message: string;
}

export class SeenObjects {
  readonly #objectsMax: number;
  readonly #mayRepeat: ReadonlySet<BundleKind>;
  /** A hash table with open addressing; line 0 marks a free slot. */
  #slots = new Uint32Array(FIRST_SLOTS * SLOT_WORDS);
  #count = 0;

  /** Objects beyond `objectsMax` are not stored. */
  constructor(objectsMax = Number.POSITIVE_INFINITY, mayRepeat: ReadonlySet<BundleKind> = containerKinds) {
    this.#objectsMax = objectsMax;
    this.#mayRepeat = mayRepeat;
  }

  /** Adds an object; returns the repetition if its key occurred before. */
  note(line: number, scope: WorkspaceScope, object: BundleObject): Repetition | undefined {
    const key = keyOf(scope, object);
    if (key === undefined) return undefined;
    const firstLine = this.#place(key.text, line);
    const isKnown =
      this.#mayRepeat.has(object.kind) &&
      this.#place(`${key.text}${JSON.stringify(object)}`, line) !== undefined;
    if (firstLine === undefined) return undefined;
    const values = key.fields.map((field, index) => `${field} ${showValue(key.values[index])}`);
    const named = `${object.kind}: ${values.join(', ')}`;
    return {
      firstLine,
      isEqual: isKnown,
      field: key.fields.at(-1) ?? 'id',
      named,
      message: `${named} is already in line ${firstLine}`,
    };
  }

  /** Whether an object with the same key was added. */
  has(scope: WorkspaceScope, object: BundleObject): boolean {
    const key = keyOf(scope, object);
    return key !== undefined && this.#slots[findSlot(this.#slots, digestOf(key.text)) + DIGEST_WORDS] !== 0;
  }

  /** The line in which the key first occurred; undefined if it is new. */
  #place(key: string, line: number): number | undefined {
    const digest = digestOf(key);
    const at = findSlot(this.#slots, digest);
    const known = this.#slots[at + DIGEST_WORDS] ?? 0;
    if (known !== 0) return known;
    if (this.#count >= this.#objectsMax) return undefined;
    this.#slots.set(digest, at);
    this.#slots[at + DIGEST_WORDS] = line;
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length / SLOT_WORDS) this.#grow();
    return undefined;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += SLOT_WORDS) {
      if (old[at + DIGEST_WORDS] === 0) continue;
      const slot = old.subarray(at, at + SLOT_WORDS);
      slots.set(slot, findSlot(slots, slot));
    }
    this.#slots = slots;
  }
}

/** Undefined if its kind has no key. */
const keyOf = (scope: WorkspaceScope, object: BundleObject) => {
  const fields = keyFields.get(object.kind);
  if (fields === undefined) return undefined;
  const values = fields.map((field) => (object as unknown as Record<string, unknown>)[field]);
  // A tenant is the same in all its workspaces.
  const workspaceId = object.kind === 'tenant' ? '' : scope.workspaceId;
  return { fields, values, text: JSON.stringify([object.kind, scope.tenantId, workspaceId, ...values]) };
};

const digestOf = (text: string): Uint32Array => {
  const bytes = hash('sha256', text, 'buffer');
  return Uint32Array.from({ length: DIGEST_WORDS }, (_, word) => bytes.readUInt32LE(word * 4));
};

/** The slot of the digest, or the free slot for it. There is always a free one. */
const findSlot = (slots: Uint32Array, digest: Uint32Array): number => {
  const mask = slots.length / SLOT_WORDS - 1;
  for (let slot = (digest[0] ?? 0) & mask; ; slot = (slot + 1) & mask) {
    const at = slot * SLOT_WORDS;
    const isFree = slots[at + DIGEST_WORDS] === 0;
    const isSame = slots[at] === digest[0] && slots[at + 1] === digest[1] && slots[at + 2] === digest[2];
    if (isFree || isSame) return at;
  }
};
