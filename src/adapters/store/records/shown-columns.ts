// What is read of a record to show it: one row for each locale that is published.

import { sql } from 'kysely';

/** A text of many locales comes with the first of them only: it may be long. */
const documentOnce = sql<string | null>`
  case when publication.locale is null or publication.locale = (
    select min(beside.locale) from publication as beside
    where beside.tenant_id = publication.tenant_id and beside.workspace_id = publication.workspace_id
      and beside.environment_id = publication.environment_id and beside.record_id = publication.record_id
      and beside.version_id = publication.version_id and beside.state = publication.state
  ) then version.doc end`.as('version_doc');

export const shownColumns = [
  'page.record_id',
  'page.doc as record_doc',
  'version.version_id',
  'publication.locale',
  'publication.state',
  'publication.published_at',
  documentOnce,
] as const;
