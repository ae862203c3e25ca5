// What all parts of pruning share in one transaction.

import type { BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { BundleWriter, PrunableKind } from '../../domain/manage/bundle-store.ts';
import type { SourceReach } from './source-format.ts';

export interface PruneRun {
  readonly scope: WorkspaceScope;
  readonly writer: BundleWriter<BundleObject>;
  readonly reach: SourceReach['reach'];
  /** Whether the files have it. */
  has(object: BundleObject): boolean;
  /** False if something needs it. */
  remove(object: BundleObject & { readonly kind: PrunableKind }): Promise<boolean>;
  keep(object: BundleObject & { readonly kind: PrunableKind }, reason: string): void;
}
