// `event …`: reports which products had how many visitors, and erases the traces of one visitor.

import { eraseVisitor } from '../../contract/events/erase-visitor.ts';
import { listProductVisitors } from '../../contract/events/list-product-visitors.ts';
import type { Operation, OperationResult } from '../../contract/operation.ts';
import { type Command, textOption } from '../command.ts';
import { buildOperationCommand, readFields } from '../operation-command.ts';
import { workspaceOptions } from '../place.ts';
import { printLine, printPage } from '../print.ts';

const report = buildOperationCommand({
  name: 'event report',
  operation: listProductVisitors as unknown as Operation,
  words: { catalog_id: 'CATALOG_ID' },
  options: workspaceOptions,
  place: 'workspace',
  print: (page: OperationResult<typeof listProductVisitors>, terminal) =>
    printPage(terminal, page, ({ product_id: id, visitors }) => [
      id,
      ...Object.entries(visitors).map(([type, count]) => `${type} ${count}`),
    ]),
});

const erase = buildOperationCommand({
  name: 'event erase',
  operation: eraseVisitor as unknown as Operation,
  words: {},
  options: {
    ...workspaceOptions,
    visitor: textOption('VISITOR', 'The visitor that events were sent with.'),
    address: textOption('ADDRESS', 'The network address of the visitor.'),
    'user-agent': textOption(
      'TEXT',
      'With --address: the User-Agent of the visitor, to find their searches.',
    ),
    mark: textOption('MARK', 'The mark of a visitor on one day.'),
  },
  place: 'workspace',
  readBody: async (args) =>
    readFields(args, { visitor: 'visitor', address: 'address', user_agent: 'user-agent', mark: 'mark' }),
  print: (
    { events_erased: events, searches_erased: searches }: OperationResult<typeof eraseVisitor>,
    terminal,
  ) => printLine(terminal, `Erased: ${events} events, ${searches} searches`),
});

export const eventCommands: readonly Command[] = [report, erase];
