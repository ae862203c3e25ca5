// Kept lists for one request: finds them, brings them up to date with the state that the request reads, and keeps what was read.
// The feed names the records that changed. A list changes only where such a record was or is now. Lists that were brought up to
// date are kept together, after one check that nothing has changed since.

import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import { EVERY_RECORD, listKey } from '../../../domain/records/list-keys.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import type { FeedMark } from '../feed/changed-records.ts';
import type { Db } from '../sql/engine.ts';
import type { ReadState } from './consistent-read.ts';
import { type Kept, type KeptKinds, type KeptLists, nameOfKept } from './kept-lists.ts';
import type { DecodedPiece, ListContents } from './list-contents.ts';
import { patchContents, type ReadPieces, touchedPieces } from './list-patch.ts';
import type { ListPlace } from './list-rows.ts';
import type { ListedKeys } from './listed-keys.ts';
import type { RecentChanges, RecentReads } from './recent-changes.ts';

/** Where lists are kept, and of which state of the workspace they are asked for. */
export interface KeptSource {
  readonly db: Db;
  readonly kept: KeptLists;
  readonly recent: RecentReads;
  /** At which everything is read; undefined: nothing is kept. */
  readonly state: ReadState | undefined;
  /** Throws if the workspace has changed. */
  readonly check: (() => Promise<void>) | undefined;
}

/** How lists are read from the store. */
export interface ListReads {
  /** All of a list. */
  readonly load: (place: ListPlace) => Promise<ListContents>;
  readonly readPieces: (place: ListPlace) => ReadPieces;
}

export class ListUpdates {
  readonly #source: KeptSource;
  readonly #budget: RequestBudget;
  readonly #reads: ListReads;
  /** Brought up to date by this request, and not kept yet. */
  readonly #updated = new Map<string, { readonly value: unknown; readonly keep: () => void }>();
  readonly #changes = new Map<string, Promise<RecentChanges | undefined>>();
  #mark: Promise<FeedMark | undefined> | undefined;

  constructor(source: KeptSource, budget: RequestBudget, reads: ListReads) {
    this.#source = source;
    this.#budget = budget;
    this.#reads = reads;
  }

  /** Whether the list is kept in this state or an older one. */
  has(kind: keyof KeptKinds, place: ListPlace): boolean {
    return this.#find(kind, place) !== undefined;
  }

  /** Undefined: it has to be read. */
  async findContents(place: ListPlace): Promise<ListContents | undefined> {
    return this.#bringUpToDate('contents', place, (contents, changes) =>
      this.#patch(place, contents, changes),
    );
  }

  /** The same of the keys of a list. */
  async findKeys(place: ListPlace, type: FieldType): Promise<ListedKeys | undefined> {
    return this.#bringUpToDate('keys', place, async (keys, changes) => {
      const slots = await this.#slotsOf(place, keys.members, changes);
      return keys.patch(slots, changes.entriesIn(place.list, place.locale), type);
    });
  }

  async #bringUpToDate<K extends keyof KeptKinds>(
    kind: K,
    place: ListPlace,
    patch: (value: KeptKinds[K], changes: RecentChanges) => Promise<KeptKinds[K] | undefined>,
  ): Promise<KeptKinds[K] | undefined> {
    const name = nameOfKept(kind, place);
    const updated = this.#updated.get(name);
    // What has the name of a kind is of that kind.
    if (updated !== undefined) return updated.value as KeptKinds[K];
    const kept = this.#find(kind, place);
    const { state } = this.#source;
    if (kept === undefined || kept.revision === state?.revision) return kept?.value;
    const changes = await this.#changesSince(kept.mark, place);
    const value = changes && (await patch(kept.value, changes));
    if (changes === undefined || value === undefined || state === undefined) return undefined;
    const keep = () =>
      this.#source.kept.keep(kind, place, { value, revision: state.revision, mark: changes.mark });
    this.#updated.set(name, { value, keep });
    return value;
  }

  /** Call it when the request needs no further lists, even if it failed. */
  async keepUpdated(): Promise<void> {
    if (this.#updated.size === 0) return;
    await this.#source.check?.();
    for (const { keep } of this.#updated.values()) keep();
    this.#updated.clear();
  }

  /** What was read as a whole is kept at once: others may need it before this request ends. */
  async keep<K extends keyof KeptKinds>(kind: K, place: ListPlace, value: KeptKinds[K]): Promise<void> {
    const mark = await this.#markNow(place);
    const { kept, state, check } = this.#source;
    if (state === undefined || mark === undefined) return;
    // The list was read with several statements: all of them must have seen the same state.
    await check?.();
    kept.keep(kind, place, { value, revision: state.revision, mark });
  }

  drop(place: ListPlace): void {
    this.#updated.delete(nameOfKept('contents', place));
    this.#source.kept.drop('contents', place);
  }

  #find<K extends keyof KeptKinds>(kind: K, place: ListPlace): Kept<KeptKinds[K]> | undefined {
    const { kept, state } = this.#source;
    const found = kept.find(kind, place);
    return state !== undefined && found !== undefined && found.revision <= state.revision ? found : undefined;
  }

  async #patch(
    place: ListPlace,
    contents: ListContents,
    changes: RecentChanges,
  ): Promise<ListContents | undefined> {
    const { list, locale } = place;
    if (changes.ids.length === 0) return contents;
    const read = this.#reads.readPieces(place);
    if (list === EVERY_RECORD) {
      const entries = changes.ids.map((id) => ({ key: listKey(id), id }));
      // The key of a record never changes here. Of a deleted one only the key tells where it was.
      const touched = contents.pieces.length === 0 ? [] : touchedPieces(contents, new SlotSet(), entries);
      const slots = new SlotSet();
      for (const index of touched) slots.addAll((contents.pieces[index] as DecodedPiece).slots);
      return patchContents(contents, touched, slots, read);
    }
    const entries = changes.entriesIn(list, locale);
    const slots = await this.#slotsOf(place, contents.members, changes);
    const touched = touchedPieces(contents, slots, entries);
    return touched.length === 0 ? contents : patchContents(contents, touched, slots, read);
  }

  /**
   * The slots of changed records in a list with these members. A record that lost its slot left it free, or to a record that
   * has changed too.
   */
  async #slotsOf(place: ListPlace, members: SlotSet, { ids, slots }: RecentChanges): Promise<SlotSet> {
    if (ids.length === 0) return slots;
    const every = await this.#reads.load({ ...place, list: EVERY_RECORD });
    return members.without(every.members).union(slots);
  }

  #changesSince(mark: FeedMark, place: ListPlace): Promise<RecentChanges | undefined> {
    const { db, recent, state } = this.#source;
    const name = JSON.stringify([place.environmentId, place.model, mark]);
    const known = this.#changes.get(name);
    if (known !== undefined || state === undefined) return known ?? Promise.resolve(undefined);
    const changes = recent.find(db, place, mark, state.position, this.#budget);
    this.#changes.set(name, changes);
    return changes;
  }

  #markNow(place: ListPlace): Promise<FeedMark | undefined> {
    const { db, recent, state } = this.#source;
    this.#mark ??=
      state === undefined ? Promise.resolve(undefined) : recent.findMark(db, place, state.position);
    return this.#mark;
  }
}
