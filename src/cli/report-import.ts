// Says what an import of another system's files did, or would do: counts for each kind, what was left out and why, what is wrong and
// where.

import { countOf } from '../domain/text/count-of.ts';
import type { LineFault } from '../import/first-faults.ts';
import type { SourceReport } from '../import/sources/import-source.ts';
import type { SourcePlace } from '../import/sources/source-format.ts';
import type { Terminal } from './command.ts';
import { printRows, showText } from './print.ts';

const columns = ['created', 'updated', 'unchanged', 'deleted'] as const;

export const reportImport = (report: SourceReport, isDryRun: boolean, terminal: Terminal): void => {
  const { out, err } = terminal;
  out.write(`${headline(report, isDryRun)}\n`);
  const { counts, skipped, faults, faultCount } = report;
  if (counts.size > 0) {
    const rows = Array.from(counts, ([kind, each]) => [kind, ...columns.map((column) => each[column])]);
    printRows(terminal, [['', 'created', 'changed', 'unchanged', 'deleted'], ...rows]);
  }
  for (const { reason, count, first } of skipped) {
    const places = first.map(showPlace).join('; ');
    out.write(`Skipped ${count}: ${showText(reason)} (${places}${count > first.length ? '; …' : ''})\n`);
  }
  tellPruned(report, isDryRun, terminal);
  for (const fault of faults) err.write(`${showFault(fault)}\n`);
  if (faultCount > faults.length) err.write(`… and ${faultCount - faults.length} more\n`);
};

const headline = ({ committed, objects, faultCount, counts }: SourceReport, isDryRun: boolean): string => {
  const bad = faultCount === 0 ? '' : `, and ${faultCount} bad`;
  if (committed) {
    const isChanged = [...counts.values()].some((each) => each.created + each.updated + each.deleted > 0);
    return `Imported ${countOf(objects, 'object')}${bad}.${isChanged ? '' : ' Nothing changed.'}`;
  }
  if (isDryRun && (faultCount === 0 || counts.size > 0)) {
    return `Nothing was changed. An import would write ${countOf(objects, 'object')}${bad}:`;
  }
  return `Nothing was imported: ${countOf(faultCount, 'fault')}.`;
};

const tellPruned = (report: SourceReport, isDryRun: boolean, { out, err }: Terminal): void => {
  const { deletions, kept, counts, pruneRefusal } = report;
  const deleted = [...counts.values()].reduce((sum, each) => sum + each.deleted, 0);
  if (isDryRun) {
    for (const { kind, id } of deletions) {
      out.write(`Would ${kind === 'publication' ? 'unpublish record' : `delete ${kind}`} ${showText(id)}\n`);
    }
    if (deleted > deletions.length) out.write(`… and ${deleted - deletions.length} more\n`);
  }
  for (const { kind, id, reason } of kept) {
    err.write(`${kind} ${showText(id)} is not in the files but stays: ${reason}\n`);
  }
  if (pruneRefusal !== undefined) err.write(`Nothing was deleted: ${pruneRefusal}.\n`);
};

const showPlace = ({ file, line, column }: SourcePlace): string =>
  [
    ...(file === undefined ? [] : [showText(file)]),
    `line ${line}`,
    ...(column === undefined ? [] : [showText(column)]),
  ].join(', ');

const showFault = ({ message, value, file, line, column }: LineFault): string => {
  const place = showPlace({
    line,
    ...(file === undefined ? {} : { file }),
    ...(column === undefined ? {} : { column }),
  });
  return `${place}: ${showText(message)}${value === undefined ? '' : ` (${value})`}`;
};
