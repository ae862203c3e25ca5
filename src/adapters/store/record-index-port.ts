// What a write transaction reports to the index of record lists.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { ContentRecord, RecordVersion } from '../../domain/records/record.ts';
import type { Db } from './sql/engine.ts';

export interface RecordIndexWriter {
  /** Anything about the record may have changed. */
  noteRecord(workspace: WorkspaceScope, recordId: string): void;
  /** This is now the latest version of the record, until something else about it is noted: it need not be read again. */
  noteLatest(workspace: WorkspaceScope, record: ContentRecord, version: RecordVersion): void;
  /** The environment may be gone. */
  noteEnvironment(workspace: WorkspaceScope, environmentId: string): void;
  /** The workspace is gone with all its rows. */
  forgetWorkspace(workspace: WorkspaceScope): void;
  /** Brings the lists up to date with all that was noted. */
  flush(): Promise<void>;
}

/** Prepared once per store; `begin` is for one transaction. */
export interface RecordIndex {
  begin(tx: Db): RecordIndexWriter;
}
