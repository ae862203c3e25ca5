// What an import of another system's files did, or would have done, as JSON.

import type { SourceReport } from './import-source.ts';

export const reportDocument = (report: SourceReport, isDryRun: boolean) => ({
  committed: report.committed,
  dry_run: isDryRun,
  objects: report.objects,
  kinds: Object.fromEntries(report.counts),
  skipped: report.skipped,
  fault_count: report.faultCount,
  faults: report.faults,
  deleted: report.deletions,
  kept: report.kept,
  ...(report.pruneRefusal === undefined ? {} : { prune_refusal: report.pruneRefusal }),
});
