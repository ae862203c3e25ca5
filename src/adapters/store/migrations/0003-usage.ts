// Counters for the limits. Existing data is counted once, table by table, in steps.
// Released migrations are never edited: later changes are new migrations.

import { sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { buildTableMakers } from './make-table.ts';

const DOCUMENTS_AT_ONCE = 500;
const NAMES_AT_ONCE = 100;

export const name = '0003-usage';

/** Table, kind, and the column of the place. Products and synonyms are also read one by one, to count names and phrases. */
const counted = [
  ['environment', 'environment', "''"],
  ['domain', 'domain', "''"],
  ['content_model', 'content_model', "''"],
  ['catalog', 'catalog', "''"],
  ['commerce_store', 'store', "''"],
  ['form', 'form', "''"],
  ['form_submission', 'submission', 'form_id'],
  ['record', 'record', "''"],
  ['version', 'version', "''"],
  ['product', 'product', 'catalog_id'],
  ['content_item', 'content_item', 'catalog_id'],
  ['category', 'category', 'catalog_id'],
  ['synonyms', 'synonyms', 'catalog_id'],
  ['merchandising_rule', 'merchandising_rule', 'catalog_id'],
] as const;

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  await workspaceTable('usage', ['place', 'kind'], {
    place: 'text',
    kind: 'text',
    objects: 'integer',
    bytes: 'integer',
    parts: 'integer',
  });
  await workspaceTable('usage_attribute', ['catalog_id', 'name'], {
    catalog_id: 'text',
    name: 'text',
    products: 'integer',
  });
  for (const [table, kind, place] of counted) {
    await sql`insert into usage (tenant_id, workspace_id, place, kind, objects, bytes, parts)
      select tenant_id, workspace_id, ${sql.raw(place)}, ${sql.lit(kind)}, count(*), sum(octet_length(doc)), 0
      from ${sql.table(table)} group by 1, 2, 3`.execute(acrossWorkspaces(tx));
  }
  await countHeld(tx, 'synonyms', 'synonyms_id', (doc) => ({ phrases: doc.words?.length ?? 0, names: [] }));
  await countHeld(tx, 'product', 'product_id', (doc) => ({
    phrases: 0,
    names: Object.keys(doc.attributes ?? {}),
  }));
  const columns = sql.raw('tenant_id, workspace_id, place, kind, objects, bytes, parts');
  await sql`insert into usage (${columns})
    select tenant_id, workspace_id, '', '', sum(objects), sum(bytes), 0 from usage group by 1, 2`.execute(
    acrossWorkspaces(tx),
  );
  await sql`insert into usage (${columns})
    select tenant_id, '', '', '', sum(objects), sum(bytes), 0 from usage
    where place = '' and kind = '' group by 1`.execute(acrossWorkspaces(tx));
};

interface Doc {
  readonly words?: readonly unknown[];
  readonly attributes?: object;
}

interface Row {
  readonly tenant_id: string;
  readonly workspace_id: string;
  readonly catalog_id: string;
  readonly id: string;
  readonly doc: string;
}

/** In the order of the key, so that the rows of a catalog come together: only its names are kept in memory. */
const countHeld = async (
  tx: Db,
  kind: 'product' | 'synonyms',
  idColumn: string,
  held: (doc: Doc) => { readonly phrases: number; readonly names: readonly string[] },
): Promise<void> => {
  let last: Row = { tenant_id: '', workspace_id: '', catalog_id: '', id: '', doc: '' };
  let phrases = 0;
  let names = new Map<string, number>();
  for (;;) {
    const rows = await readSome(tx, kind, idColumn, last);
    for (const row of rows) {
      if (!isSameCatalog(row, last)) {
        await keepHeld(tx, kind, last, phrases, names);
        phrases = 0;
        names = new Map();
      }
      const found = held(JSON.parse(row.doc) as Doc);
      phrases += found.phrases;
      for (const attribute of found.names) names.set(attribute, (names.get(attribute) ?? 0) + 1);
      last = row;
    }
    if (rows.length < DOCUMENTS_AT_ONCE) break;
  }
  await keepHeld(tx, kind, last, phrases, names);
};

const readSome = async (tx: Db, table: string, idColumn: string, after: Row): Promise<Row[]> => {
  const id = sql.ref(idColumn);
  const { rows } = await sql<Row>`
    select tenant_id, workspace_id, catalog_id, ${id} as id, doc from ${sql.table(table)}
    where (tenant_id, workspace_id, catalog_id, ${id})
      > (${after.tenant_id}, ${after.workspace_id}, ${after.catalog_id}, ${after.id})
    order by tenant_id, workspace_id, catalog_id, ${id} limit ${sql.lit(DOCUMENTS_AT_ONCE)}`.execute(
    acrossWorkspaces(tx),
  );
  return rows;
};

const isSameCatalog = (one: Row, other: Row): boolean =>
  one.tenant_id === other.tenant_id &&
  one.workspace_id === other.workspace_id &&
  one.catalog_id === other.catalog_id;

const keepHeld = async (
  tx: Db,
  kind: string,
  { tenant_id, workspace_id, catalog_id }: Row,
  phrases: number,
  names: ReadonlyMap<string, number>,
): Promise<void> => {
  const parts = phrases + names.size;
  if (parts === 0) return;
  await sql`update usage set parts = ${parts} where tenant_id = ${tenant_id}
    and workspace_id = ${workspace_id} and place = ${catalog_id} and kind = ${kind}`.execute(
    acrossWorkspaces(tx),
  );
  const rows = [...names].map(([attribute, products]) => ({
    tenant_id,
    workspace_id,
    catalog_id,
    name: attribute,
    products,
  }));
  for (let start = 0; start < rows.length; start += NAMES_AT_ONCE) {
    await acrossWorkspaces(tx)
      .insertInto('usage_attribute')
      .values(rows.slice(start, start + NAMES_AT_ONCE))
      .execute();
  }
};
