// Which objects of a bundle came before, and in which line: two lines with the same id cannot both be kept. A bundle is never held in memory, so of
// each object only a digest of its key and the number of its line are.

import { hash } from 'node:crypto';
import type { BundleKind, BundleObject } from '../../contract/bundle.ts';
import { keyFieldsOf, managedKinds } from '../../contract/manage/manage-resources.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { showValue } from '../schema/line-faults.ts';

/** Kinds without a key of their own, publications and searches, are not here: nothing of them is ever lost. */
const keyFields: ReadonlyMap<BundleKind, readonly string[]> = new Map<BundleKind, readonly string[]>([
  ...managedKinds.map((row) => [row.kind, keyFieldsOf(row)] as const),
  ['record', ['id']],
  ['version', ['id']],
  ['popular_term', ['catalog_id', 'rank']],
]);

/** What other lines stand in. Whoever joins several bundles repeats it, word for word. */
const frames: ReadonlySet<BundleKind> = new Set<BundleKind>([
  'tenant',
  'workspace',
  'environment',
  'domain',
  'content_model',
  'catalog',
  'store',
]);

/** Words of the digest, then the line. */
const DIGEST_WORDS = 3;
const SLOT_WORDS = DIGEST_WORDS + 1;
const FIRST_SLOTS = 1 << 10;

export interface Repetition {
  /** The line that has the same key. */
  readonly firstLine: number;
  /** The field that names the object, for machines. */
  readonly field: string;
  /** For the person who wrote the line. */
  readonly message: string;
}

export class SeenObjects {
  readonly #objectsMax: number;
  /** By open addressing; a line of 0 is a free slot. */
  #slots = new Uint32Array(FIRST_SLOTS * SLOT_WORDS);
  #count = 0;
  readonly #frames = new Map<string, string>();

  /** Beyond `objectsMax` no more are remembered. */
  constructor(objectsMax = Number.POSITIVE_INFINITY) {
    this.#objectsMax = objectsMax;
  }

  /** Takes note of an object; tells if its key came before. */
  note(line: number, scope: WorkspaceScope, object: BundleObject): Repetition | undefined {
    const fields = keyFields.get(object.kind);
    if (fields === undefined) return undefined;
    const values = fields.map((field) => (object as unknown as Record<string, unknown>)[field]);
    // A tenant is one for all its workspaces.
    const workspaceId = object.kind === 'tenant' ? '' : scope.workspaceId;
    const key = JSON.stringify([object.kind, scope.tenantId, workspaceId, ...values]);
    const firstLine = this.#place(key, line);
    if (this.#isSameFrame(key, object) || firstLine === undefined) return undefined;
    const named = fields.map((field, index) => `${field} ${showValue(values[index])}`).join(', ');
    return {
      firstLine,
      field: fields.at(-1) ?? 'id',
      message: `${object.kind}: ${named} was already in line ${firstLine}`,
    };
  }

  /** Whether it is a frame, and new or as it was before. */
  #isSameFrame(key: string, object: BundleObject): boolean {
    if (!frames.has(object.kind)) return false;
    const digest = hash('sha256', JSON.stringify(object), 'base64');
    const known = this.#frames.get(key);
    if (known === undefined) this.#frames.set(key, digest);
    return known === undefined || known === digest;
  }

  /** The line in which the key first was; undefined when it is new. */
  #place(key: string, line: number): number | undefined {
    const bytes = hash('sha256', key, 'buffer');
    const digest = Uint32Array.from({ length: DIGEST_WORDS }, (_, word) => bytes.readUInt32LE(word * 4));
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

/** Where the digest is, or the free slot where it would be. There is always a free one. */
const findSlot = (slots: Uint32Array, digest: Uint32Array): number => {
  const mask = slots.length / SLOT_WORDS - 1;
  for (let slot = (digest[0] ?? 0) & mask; ; slot = (slot + 1) & mask) {
    const at = slot * SLOT_WORDS;
    const isFree = slots[at + DIGEST_WORDS] === 0;
    const isSame = slots[at] === digest[0] && slots[at + 1] === digest[1] && slots[at + 2] === digest[2];
    if (isFree || isSame) return at;
  }
};
