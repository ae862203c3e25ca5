// Mentions and slugs of the versions that a transaction creates, written together.

import { scopeKey, type WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Document } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { insertMentionRows, type MentionRow, mentionsOf, rowsOfMentions } from './version-mentions.ts';
import { insertSlugRows, rowsOfSlugs, type SlugRow, slugsOf } from './version-slugs.ts';

/** Pending rows. More are written before more are taken. */
const ROWS_MAX = 2_000;

interface Pending {
  readonly workspace: WorkspaceScope;
  readonly mentions: MentionRow[];
  readonly slugs: SlugRow[];
}

export class VersionParts {
  readonly #tx: Db;
  readonly #pending = new Map<string, Pending>();

  constructor(tx: Db) {
    this.#tx = tx;
  }

  async add(
    workspace: WorkspaceScope,
    version: Pick<Document<'version'>, 'id' | 'record_id' | 'localized'>,
  ): Promise<void> {
    const name = scopeKey({ ...workspace, environmentId: '' });
    const pending = this.#pending.get(name) ?? { workspace, mentions: [], slugs: [] };
    this.#pending.set(name, pending);
    const { mentions, slugs } = pending;
    for (const row of rowsOfMentions(version, mentionsOf(version))) mentions.push(row);
    for (const row of rowsOfSlugs(version, slugsOf(version))) slugs.push(row);
    if (mentions.length + slugs.length >= ROWS_MAX) await this.flush();
  }

  async flush(): Promise<void> {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const { workspace, mentions, slugs } of all) {
      await insertMentionRows(this.#tx, workspace, mentions);
      await insertSlugRows(this.#tx, workspace, slugs);
    }
  }
}
