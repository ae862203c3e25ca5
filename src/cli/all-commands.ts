// All commands, in the order of the overview.

import type { Command } from './command.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { bulkDelete } from './commands/bulk.ts';
import { databasePrepare } from './commands/database.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventCommands } from './commands/event.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { manageCommands } from './commands/manage.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { modelsDiff, modelsPull, modelsPush } from './commands/models.ts';
import { popularTermsRefresh } from './commands/popular-terms.ts';
import { popularityRefresh } from './commands/popularity.ts';
import { recordCommands } from './commands/record.ts';
import { recordPublish, recordUnpublish } from './commands/record-place.ts';
import { reindexCommand } from './commands/reindex.ts';
import { countCommand, searchCommand } from './commands/search.ts';
import { searchReport } from './commands/search-report.ts';
import { serve } from './commands/serve.ts';
import { statsCommand } from './commands/stats.ts';
import { submissionCommands } from './commands/submission.ts';
import { tokenCreate, tokenList, tokenRevoke } from './commands/token.ts';

/** The commands that the overview lists one by one. */
export const singleCommands: readonly Command[] = [
  serve,
  importCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  mcpCommand,
  databasePrepare,
  tokenCreate,
  tokenList,
  tokenRevoke,
  searchCommand,
  countCommand,
  statsCommand,
  doctorCommand,
  reindexCommand,
  ...recordCommands,
  recordPublish,
  recordUnpublish,
  modelsPull,
  modelsDiff,
  modelsPush,
  ...submissionCommands,
  ...eventCommands,
  bulkDelete,
  popularTermsRefresh,
  popularityRefresh,
  searchReport,
];

export const allCommands: readonly Command[] = [...singleCommands, ...manageCommands];
