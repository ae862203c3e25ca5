// The columns that are read to show a record: one row for each published locale.

import { sql } from 'kysely';
import type { WorkspaceQueries } from '../sql/scoped-query.ts';

/** A document that several locales share comes with the first of them only: it may be long. */
const documentOnce = (workspace: WorkspaceQueries) => {
  const first = workspace
    .selectFrom('publication as other')
    .select((eb) => eb.fn.min('other.locale').as('locale'))
    .where(sql<boolean>`other.environment_id = publication.environment_id`)
    .where(sql<boolean>`other.record_id = publication.record_id`)
    .where(sql<boolean>`other.version_id = publication.version_id`)
    .where(sql<boolean>`other.state = publication.state`);
  return sql<string | null>`
    case when publication.locale is null or publication.locale = ${first} then version.doc end`;
};

export const shownColumns = (workspace: WorkspaceQueries) =>
  [
    'page.record_id',
    'page.doc as record_doc',
    'version.version_id',
    'publication.locale',
    'publication.state',
    'publication.published_at',
    documentOnce(workspace).as('version_doc'),
  ] as const;
