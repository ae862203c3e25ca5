// Lists of forms in memory, one for each workspace, with the views that were made of it. A list that is older than its
// workspace is kept: it is brought up to date when it is asked for. No workspace can take the room of all others.

import { type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';
import { charsOfView, type FormView } from '../../../domain/forms/form-view.ts';
import { RevisionCache } from '../../../domain/revision-cache.ts';
import type { FormList } from './form-lists.ts';

const LISTS_MAX = 10_000;
/** Of all lists and views together, in characters. A list that is longer than this is never kept. */
const CHARS_MAX = 32 * 1024 * 1024;
/** Of one workspace, in all environments and locales. */
const VIEWS_MAX = 16;

interface KeptView {
  /** The list that it shows. */
  readonly listId: number;
  readonly view: FormView;
  readonly chars: number;
}

interface KeptForms {
  readonly list: FormList;
  /** By their names, the one that was made last at the end. Some may be of older lists. */
  readonly views: ReadonlyMap<string, KeptView>;
}

/** Each list says which state it is of, so a cache by revision is used with one revision for all. */
const forever = { revision: () => 0 };

export class KeptLists {
  readonly #charsMax: number;
  readonly #kept: RevisionCache<KeptForms>;

  constructor(charsMax = CHARS_MAX) {
    this.#charsMax = charsMax;
    this.#kept = new RevisionCache(forever, { entriesMax: LISTS_MAX, sizeMax: charsMax });
  }

  find(workspace: WorkspaceScope): FormList | undefined {
    return this.#kept.get(workspaceKey(workspace))?.list;
  }

  /** `name` tells the view from the others of the workspace. It may be of an older list. */
  findView(
    workspace: WorkspaceScope,
    name: string,
  ): { readonly listId: number; readonly view: FormView } | undefined {
    return this.#kept.get(workspaceKey(workspace))?.views.get(name);
  }

  keep(workspace: WorkspaceScope, list: FormList): void {
    const before = this.#kept.get(workspaceKey(workspace));
    // Another request may have read a newer state.
    if (list.state === undefined || isNewer(before?.list, list)) return;
    // A list that was read again shares no form with the views of the last one.
    const isUpdated = before?.list.locales === list.locales;
    this.#set(workspace, { list, views: isUpdated ? before.views : new Map() });
  }

  keepView(workspace: WorkspaceScope, list: FormList, name: string, view: FormView): void {
    const before = this.#kept.get(workspaceKey(workspace));
    // The list is not kept, or there is another one already.
    if (before?.list.id !== list.id) return;
    const views = new Map(before.views);
    views.delete(name);
    views.set(name, { listId: list.id, view, chars: charsOfView(view) });
    this.#set(workspace, { list: before.list, views });
  }

  #set(workspace: WorkspaceScope, { list, views: given }: KeptForms): void {
    const views = new Map(given);
    let chars = list.chars;
    for (const view of views.values()) chars += view.chars;
    for (const [name, view] of views) {
      if (views.size <= VIEWS_MAX && chars <= this.#charsMax) break;
      views.delete(name);
      chars -= view.chars;
    }
    this.#kept.set(workspaceKey(workspace), workspace, 0, { list, views }, chars);
  }
}

const isNewer = (one: FormList | undefined, other: FormList): boolean =>
  (one?.state?.revision ?? 0) > (other.state?.revision ?? 0);
