// `search-report`: which terms were searched in a catalog, as a table, as JSON or as CSV.

import type { Operation, OperationResult } from '../../contract/operation.ts';
import { getSearchReport } from '../../contract/terms/get-search-report.ts';
import { csvLine } from '../../domain/forms/csv-line.ts';
import type { Command, Terminal } from '../command.ts';
import { buildOperationCommand } from '../operation-command.ts';
import { workspaceOptions } from '../place.ts';
import { printLine, printRows, printTotal } from '../print.ts';

type Report = OperationResult<typeof getSearchReport>;
type Item = Report['items'][number];

/** In the order of the table. Those of a rise come last, and only in that report. */
const columns = [
  'term',
  'searches',
  'visitors',
  'share',
  'average_total',
  'zero_result_searches',
  'low_result_searches',
] as const satisfies readonly (keyof Item)[];
const risingColumns = ['visitors_before', 'rise'] as const satisfies readonly (keyof Item)[];

const columnsOf = (kind: string | undefined): readonly (keyof Item)[] =>
  kind === 'rising' ? [...columns, ...risingColumns] : columns;

const percent = (part: number): string => `${(part * 100).toFixed(2)} %`;

const printCsv = ({ out }: Terminal, { items }: Report, names: readonly (keyof Item)[]): void => {
  out.write(csvLine([...names]));
  for (const item of items) out.write(csvLine(names.map((name) => item[name] ?? '')));
};

const heading = (name: string): string =>
  name.replace('_result_searches', ' results').replace('average_total', 'average').replaceAll('_', ' ');

const printTable = (terminal: Terminal, report: Report, names: readonly (keyof Item)[]): void => {
  const { items, total_count: total, summary } = report;
  const rows = items.map((item) =>
    names.map((name) => (name === 'share' ? percent(item.share) : item[name])),
  );
  printRows(terminal, rows.length === 0 ? [] : [names.map(heading), ...rows]);
  printTotal(terminal, items.length, total);
  const { from, until, searches, terms, zero_result_rate: rate, counted_at: countedAt } = summary;
  printLine(
    terminal,
    countedAt === null
      ? 'No searches were counted yet: see popular-terms refresh.'
      : `${from} to ${until}: ${searches} searches of ${terms} terms, ${percent(rate)} without results; counted at ${countedAt}`,
  );
};

export const searchReport: Command = buildOperationCommand({
  name: 'search-report',
  operation: getSearchReport as unknown as Operation,
  words: { catalog_id: 'CATALOG_ID' },
  options: {
    ...workspaceOptions,
    csv: { type: 'boolean', meaning: 'Print the terms as CSV, without the summary.' },
  },
  place: 'workspace',
  print: (report: Report, terminal, args) =>
    (args.flag('csv') ? printCsv : printTable)(terminal, report, columnsOf(args.text('kind'))),
});
