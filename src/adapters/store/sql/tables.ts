// The tables, as types for Kysely. Each primary key begins with tenant and workspace. `doc` is a whole bundle object as
// canonical JSON without `kind`; the other columns are only those that queries need.

export interface Tables {
  readonly tenant: TenantRow;
  readonly workspace: DocumentRow;
  readonly environment: DocumentRow & { readonly environment_id: string };
  readonly domain: DocumentRow & { readonly host: string; readonly environment_id: string };
  readonly content_model: DocumentRow & { readonly model_id: string; readonly internal_name: string };
  readonly catalog: CatalogDocumentRow;
  readonly commerce_store: CatalogDocumentRow & {
    readonly store_id: string;
    readonly environment_id: string;
    readonly is_default: number;
  };
  readonly category: CatalogDocumentRow & { readonly category_id: string };
  readonly product: CatalogDocumentRow & { readonly product_id: string };
  readonly content_item: CatalogDocumentRow & { readonly provider_id: string; readonly locale: string };
  readonly record: DocumentRow & { readonly record_id: string; readonly model: string };
  readonly version: DocumentRow & {
    readonly version_id: string;
    readonly record_id: string;
    readonly number: number;
    /** JSON array of the version's locales, sorted: publishing needs them, but not the document. */
    readonly locales: string;
  };
  readonly publication: PublicationRow;
  readonly version_mention: WorkspaceColumns & {
    readonly target_id: string;
    readonly version_id: string;
    readonly field: string;
    readonly record_id: string;
  };
  readonly version_slug: WorkspaceColumns & {
    readonly record_id: string;
    readonly version_id: string;
    /** Normalized for comparison. */
    readonly slug: string;
  };
  readonly record_slot: WorkspaceColumns & {
    /** Of a slot that is free again, a text that is no id. */
    readonly record_id: string;
    readonly model: string;
    readonly is_free: number;
    readonly slot: number;
  };
  readonly record_entry: WorkspaceColumns & {
    /** Empty: of the latest version. */
    readonly environment_id: string;
    readonly record_id: string;
    readonly locale: string;
    /** JSON: the lists that the record is in, and under which keys. */
    readonly entries: string;
  };
  readonly record_list: WorkspaceColumns & {
    readonly environment_id: string;
    readonly model: string;
    readonly list: string;
    readonly locale: string;
    /** Key and id of the first entry. */
    readonly key: string;
    readonly record_id: string;
    readonly last_key: string;
    readonly entries: number;
    readonly head_run: number;
    readonly tail_run: number;
    readonly slots: string;
    readonly keys: string;
    readonly ids: string;
  };
  readonly form: DocumentRow & { readonly form_id: string };
  readonly form_submission: WorkspaceColumns & {
    readonly form_id: string;
    readonly submission_id: string;
    readonly environment_id: string;
    /** UTC with milliseconds: text order is time order. */
    readonly submitted_at: string;
    readonly doc: string;
  };
  readonly synonyms: CatalogDocumentRow & { readonly synonyms_id: string };
  readonly merchandising_rule: CatalogDocumentRow & { readonly rule_id: string };
  readonly attribute: CatalogDocumentRow & { readonly name: string };
  readonly facet: CatalogDocumentRow & { readonly field: string };
  /** The index of lists (decision 0041): an object of a list with its block, its slot there, and what it is found by. */
  readonly list_entry: ListColumns & {
    readonly block: string;
    readonly id: string;
    /** `''` except for content items. */
    readonly locale: string;
    readonly slot: number;
    /** JSON array of the terms under which `list_term` has it. */
    readonly terms: string;
    /** What `search` looks in, folded. */
    readonly text: string;
  };
  /** Neighbours in the order of their keys, from this one up to the next block's. */
  readonly list_block: ListColumns & {
    readonly from_id: string;
    readonly from_locale: string;
    readonly block: string;
    /** The slots that are taken. */
    readonly slots: string;
    /** Of the texts together. */
    readonly bytes: number;
    /** Another one whenever a text or a slot of the block changes, and never one that was. */
    readonly stamp: string;
  };
  /** The slots of a block whose objects have a value, 32 in each of `w0` to `w7`. */
  readonly list_term: ListColumns & {
    readonly term: string;
    readonly block: string;
  } & Readonly<Record<`w${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`, number>>;
  readonly search_event: SearchEventRow;
  readonly popular_term: WorkspaceColumns & {
    readonly catalog_id: string;
    readonly rank: number;
    readonly term: string;
  };
  /** The counts that search reports are made of (decision 0099), by their current generation. */
  readonly search_report: WorkspaceColumns & {
    readonly catalog_id: string;
    readonly generation: string;
    /** How many terms are kept. */
    readonly terms: number;
    /** Of all parts. */
    readonly digest: string;
    readonly counted_at: string;
  };
  readonly search_report_part: WorkspaceColumns & {
    readonly catalog_id: string;
    readonly generation: string;
    /** `terms`, or a day. */
    readonly section: string;
    readonly part: number;
    /** JSON: terms, or packed counts. */
    readonly doc: string;
  };
  readonly product_event: WorkspaceColumns & {
    readonly catalog_id: string;
    readonly environment_id: string;
    /** `YYYY-MM-DD`. */
    readonly day: string;
    readonly product_id: string;
    readonly visitor: string;
    readonly type: string;
    /** `''` if no search led to it. */
    readonly term: string;
  };
  /** Scores computed from events. */
  readonly product_popularity: WorkspaceColumns & {
    readonly catalog_id: string;
    readonly environment_id: string;
    readonly product_id: string;
    readonly score: number;
  };
  readonly token: TokenRow;
  readonly idempotency_claim: WorkspaceColumns & {
    readonly claim_key: string;
    readonly fingerprint: string;
    readonly outcomes: string;
    readonly claimed_at_ms: number;
  };
  readonly change: WorkspaceColumns & {
    readonly position: number;
    readonly kind: string;
    readonly catalog_id: string;
    readonly id: string;
    readonly at_ms: number;
  };
  readonly feed_head: WorkspaceColumns & {
    readonly head: number;
    readonly access_head: number;
    /** The changes of products among all that were ever counted by `head`. */
    readonly product_changes: number;
    readonly trimmed_through: number;
  };
  readonly usage: WorkspaceColumns & {
    readonly place: string;
    readonly kind: string;
    readonly objects: number;
    readonly bytes: number;
    readonly parts: number;
  };
  readonly usage_attribute: WorkspaceColumns & {
    readonly catalog_id: string;
    readonly name: string;
    readonly products: number;
  };
  /** Of the installation, not of a workspace. */
  readonly lease: {
    readonly name: string;
    /** `''` once a term was ended properly. */
    readonly holder: string;
    /** Grows with each term. */
    readonly token: number;
    readonly ends_at_ms: number;
    /** When the leased work was last finished; 0 if it never was. */
    readonly finished_at_ms: number;
  };
  readonly schema_migration: {
    readonly number: number;
    readonly name: string;
    readonly applied_at: string;
    /** The number of the oldest migration whose programs may go on with this one; null: none. */
    readonly compatible_from: number | null;
  };
  /** About the database itself. */
  readonly store_state: { readonly name: string; readonly value: string };
}

interface TenantRow {
  readonly tenant_id: string;
  readonly doc: string;
  readonly revision: number;
}

interface WorkspaceColumns {
  readonly tenant_id: string;
  readonly workspace_id: string;
}

interface DocumentRow extends WorkspaceColumns {
  readonly doc: string;
  /** Starts at 1 and grows with each change: tells an insert from an update in an upsert. */
  readonly revision: number;
}

interface CatalogDocumentRow extends DocumentRow {
  readonly catalog_id: string;
}

interface ListColumns extends WorkspaceColumns {
  /** `''` for what is in no catalog. */
  readonly catalog_id: string;
  readonly kind: string;
}

interface PublicationRow extends WorkspaceColumns {
  readonly environment_id: string;
  readonly record_id: string;
  readonly locale: string;
  readonly version_id: string;
  readonly state: string;
  readonly published_at: string;
}

interface SearchEventRow extends WorkspaceColumns {
  readonly catalog_id: string;
  readonly visitor: string;
  /** UTC with milliseconds: text order is time order. */
  readonly at: string;
  readonly term: string;
  readonly total: number;
}

interface TokenRow extends WorkspaceColumns {
  readonly token_id: string;
  readonly digest: string;
  readonly name: string;
  readonly permission: string;
  readonly environment_ids: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}
