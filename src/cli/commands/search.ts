// `search` and `count`: tries queries of shoppers from the terminal. They are not recorded.

import type { CliSearch } from '../../cli-search.ts';
import type { CliServices } from '../../cli-services.ts';
import type { OperationInput, OperationResult } from '../../contract/operation.ts';
import { type filterActions, productCriteria } from '../../contract/products/product-criteria.ts';
import { searchProducts } from '../../contract/products/search-products.ts';
import { searchContent } from '../../contract/search/search-content.ts';
import { type Keywords, sayLongest } from '../../contract/value-words.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { builtInFields } from '../../domain/products/product-fields.ts';
import type { JsonText } from '../../operations/json-text.ts';
import { everyResource } from '../../operations/manage/every-resource.ts';
import {
  type Command,
  type CommandArguments,
  CommandError,
  EXIT_OK,
  type OptionSpec,
  type Terminal,
  textOption,
  UsageError,
} from '../command.ts';
import { ofServer, openCommandSearch } from '../command-search.ts';
import { describeScore, showNumber } from '../describe-score.ts';
import { propertiesOf, readQuery } from '../operation-command.ts';
import { environmentOption, readPlace, withServices, workspaceOptions } from '../place.ts';
import { printLine, printRows, printTotal, showText } from '../print.ts';
import { optionsOf } from '../schema-option.ts';

type Input = OperationInput<typeof searchProducts>;

const pick = (schemas: Readonly<Record<string, Keywords>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(schemas).filter(([name]) => names.includes(name)));

const shopper = pick(propertiesOf(searchProducts.query), ['locale', 'currency']);
const page = pick(propertiesOf(searchProducts.query), ['skip', 'limit', 'sort_by', 'sort_order']);

/** By the sign between field and value; longer signs first, since some begin like others. */
const actions: readonly (readonly [sign: string, action: (typeof filterActions)[number]])[] = [
  ['!=', 'not_equal_to'],
  ['!~', 'does_not_contains'],
  ['>=', 'greater_than_or_equal_to'],
  ['<=', 'less_than_or_equal_to'],
  ['=', 'equal_to'],
  ['~', 'contains'],
  ['>', 'greater_than'],
  ['<', 'less_than'],
];
const FILTERS_MAX = 100;

const options: Readonly<Record<string, OptionSpec>> = {
  ...workspaceOptions,
  ...environmentOption,
  store: textOption('STORE', "Store whose products are meant. Default: the environment's default store."),
  catalog: textOption('CATALOG', 'Catalog to search. Default: that of the store.'),
  content: { type: 'boolean', meaning: 'Search content (pages, articles, records) instead of products.' },
  ...optionsOf(shopper),
  'customer-group': textOption('GROUP', 'Customer group of the shopper.'),
  filter: {
    ...textOption(
      'FIELD=VALUE',
      'Only products whose field meets this: =, != (is, is not), <, <=, >, >=, ~, !~ (contains or not).',
    ),
    multiple: true,
  },
};

const DETAILS =
  'Searches as a shopper of the environment would, with its rules and settings, in what is stored now. It works beside a running service and is not recorded for popular terms. With VITRINE_SEARCH_URL it asks OpenSearch, which a running service feeds.';

export const searchCommand: Command = {
  name: 'search',
  summary: 'Try a search, and see how scores come about.',
  details: `${DETAILS}\nWithout a term, every product is found. With --json, the output is the result of the operation.`,
  positionals: ['[TERM...]'],
  options: {
    ...options,
    ...optionsOf(page),
    explain: { type: 'boolean', meaning: 'Show how the score of each product comes about.' },
  },
  run: (args, terminal) =>
    withSearch(args, async (asked) => {
      const found = args.flag('content') ? await findContent(asked, args) : await findProducts(asked, args);
      await tellUnknownFields(asked, args, terminal);
      if (args.flag('json')) printLine(terminal, JSON.stringify(found));
      else if ('data' in found) printContent(terminal, found);
      else printProducts(terminal, found);
      return EXIT_OK;
    }),
};

export const countCommand: Command = {
  name: 'count',
  summary: 'Count what a search finds.',
  details: DETAILS,
  positionals: ['[TERM...]'],
  options,
  run: (args, terminal) =>
    withSearch(args, async (asked) => {
      const total = args.flag('content')
        ? (await findContent(asked, args, { limit: 1 })).total
        : await countProducts(asked, args);
      await tellUnknownFields(asked, args, terminal);
      printLine(terminal, args.flag('json') ? JSON.stringify({ total_count: total }) : String(total));
      return EXIT_OK;
    }),
};

/** What a command asks, and where. */
interface Asked {
  readonly services: CliServices;
  readonly search: CliSearch;
  readonly caller: Caller;
  readonly term: string | undefined;
  readonly body: Input['body'];
}

const withSearch = async (
  args: CommandArguments,
  run: (asked: Asked) => Promise<number>,
): Promise<number> => {
  const term = args.positionals.length === 0 ? undefined : args.positionals.join(' ');
  const { maxLength = 0 } = productCriteria.properties.search_term as Keywords;
  if (term !== undefined && term.length > maxLength) throw new UsageError(`TERM ${sayLongest(maxLength)}`);
  const rules = args.list('filter').map(readFilter);
  if (rules.length > FILTERS_MAX) throw new UsageError(`--filter is given more than ${FILTERS_MAX} times`);
  if (args.flag('content')) assertForContent(args, term);
  const body = {
    ...(term === undefined ? {} : { search_term: term }),
    ...(rules.length === 0 ? {} : { filter: [{ group: { rules } }] }),
  };
  return withServices(async (services) => {
    const place = await readPlace('environment', args, services);
    const caller = { ...place, position: await services.store.headPosition(place.scope) };
    const search = await openCommandSearch(services.store);
    try {
      return await run({ services, search, caller, term, body });
    } catch (error) {
      throw inOptions(ofServer(error), args.list('filter'));
    } finally {
      await search.close();
    }
  });
};

/** A fault of a filter names the option as it was given. */
const inOptions = (error: unknown, filters: readonly string[]): unknown => {
  const [place, at] = /^filter\.0\.group\.rules\.(\d+)\.value/.exec((error as Error).message) ?? [];
  return place === undefined
    ? error
    : new CommandError(
        `--filter "${showText(filters[Number(at)] ?? '')}": the value${(error as Error).message.slice(place.length)}`,
      );
};

/** Options that say something about products. */
const ofProducts = ['filter', 'currency', 'customer-group', 'explain'];

const assertForContent = (args: CommandArguments, term: string | undefined): void => {
  const given = ofProducts.find((name) => args.flag(name) || args.list(name).length > 0);
  if (given !== undefined) throw new UsageError(`--${given} is only for products: leave out --content`);
  if (term === undefined) throw new UsageError('expected TERM: content is searched by words');
};

/** The field ends at the first sign. */
const readFilter = (text: string) => {
  const at = text.search(/[=<>~]|!(?=[=~])/);
  const [sign, action] = actions.find(([each]) => text.startsWith(each, at)) ?? [];
  const [field_name, value] = [text.slice(0, at).trim(), text.slice(at + (sign?.length ?? 0)).trim()];
  if (at === -1 || action === undefined || field_name === '' || value === '')
    throw new UsageError(
      '--filter must be a field, a sign (= != < <= > >= ~ !~) and a value, such as "price<200"',
    );
  return { action, field_name, value };
};

/** A filter by a field that no product has is no fault, but most likely a slip. */
const tellUnknownFields = async (
  { services: { store }, caller: { scope } }: Asked,
  args: CommandArguments,
  { err }: Terminal,
): Promise<void> => {
  const fields = new Set(args.list('filter').map((text) => readFilter(text).field_name));
  if (fields.size === 0) return;
  const catalogId =
    args.text('catalog')?.toLowerCase() ??
    (await store.inScope(scope).findCommerceStore(args.text('store')))?.catalogId;
  if (catalogId === undefined) return;
  for (const field of fields) {
    if (builtInFields.has(field) || (await store.hasAttribute({ ...scope, catalogId }, field))) continue;
    err.write(`No product of the catalog has the field "${showText(field)}", which --filter names.\n`);
  }
};

const findProducts = async (
  asked: Asked,
  args: CommandArguments,
): Promise<OperationResult<typeof searchProducts>> => {
  const explain = args.flag('explain') ? { explain: true } : {};
  const query = { ...readQuery({ ...shopper, ...page }, args), ...explain };
  return parse(await asked.search.searchProducts(asked.caller, await inputOf(asked, args, query)));
};

const countProducts = async (asked: Asked, args: CommandArguments): Promise<number> => {
  const input = await inputOf(asked, args, readQuery(shopper, args));
  const found: { result: { total_count: number } } = parse(
    await asked.search.countProducts(asked.caller, input),
  );
  return found.result.total_count;
};

const findContent = async (
  { services, search, caller, term = '' }: Asked,
  args: CommandArguments,
  more: { readonly limit?: number } = {},
): Promise<OperationResult<typeof searchContent>> => {
  const { scope } = caller;
  const given = args.text('catalog');
  const store =
    given === undefined
      ? await services.store.inScope(scope).findCommerceStore(args.text('store'))
      : undefined;
  const catalog_id = given ?? store?.catalogId;
  if (catalog_id === undefined)
    throw new CommandError(
      `the environment ${scope.environmentId} has ${args.text('store') === undefined ? 'no default store' : 'no such store'}: give --catalog`,
    );
  const schemas = propertiesOf(searchContent.query);
  const names = Object.keys({ ...page, locale: '' });
  const query = { ...readQuery(pick(schemas, names), args), ...more, q: term, catalog_id };
  return parse(await search.searchContent(caller, { query, params: {}, headers: {} } as never));
};

/** Safe: the operation made the JSON. */
const parse = <T>(text: unknown): T => (text as JsonText).parse() as T;

const inputOf = async (asked: Asked, args: CommandArguments, query: object): Promise<never> => {
  const storeId = await findStore(asked, args);
  const group = args.text('customer-group');
  return {
    params: {},
    query: { ...query, ...(storeId === undefined ? {} : { store_id: storeId }) },
    headers: group === undefined ? {} : { 'x-customer-group-id': group },
    body: asked.body,
  } as never;
};

/** The store of the catalog, if only that is given. */
const findStore = async (
  { services, caller: { scope } }: Asked,
  args: CommandArguments,
): Promise<string | undefined> => {
  const [storeId, catalogId] = [args.text('store'), args.text('catalog')?.toLowerCase()];
  if (catalogId === undefined) return storeId;
  for await (const store of everyResource(services.store, scope, 'store')) {
    const isOfPlace = store['catalog_id'] === catalogId && store['environment_id'] === scope.environmentId;
    if (isOfPlace && (storeId === undefined || store['id'] === storeId)) return String(store['id']);
  }
  throw new CommandError(
    `no store of the environment ${scope.environmentId} sells the catalog ${catalogId}: give another one, or --content`,
  );
};

const printProducts = (
  terminal: Terminal,
  { records, corrected_term, did_you_mean, redirect_url, _meta_ }: OperationResult<typeof searchProducts>,
): void => {
  const rows = records.map((record) => [
    record.position,
    ...(record.explanation === undefined ? [] : [showNumber(record.explanation.score)]),
    record.id,
    record.name,
    record.calculated_price,
    [record.in_stock === false ? 'out of stock' : [], record.pin === true ? 'pinned' : []].flat(),
  ]);
  if (corrected_term !== null) printLine(terminal, `Searched for: ${corrected_term}`);
  if (did_you_mean.length > 0) printLine(terminal, `Other spellings: ${did_you_mean.join(', ')}`);
  if (redirect_url !== null) printLine(terminal, `A rule leads shoppers to: ${redirect_url}`);
  printRows(terminal, rows);
  for (const { position, id, explanation } of records) {
    if (explanation === undefined) continue;
    printLine(terminal, '');
    for (const line of describeScore(explanation, `${position}. ${id}`)) printLine(terminal, line);
  }
  printTotal(terminal, records.length, _meta_.total_count ?? records.length);
};

const printContent = (terminal: Terminal, { data, total }: OperationResult<typeof searchContent>): void => {
  printRows(
    terminal,
    data.map(({ title, type, url, locale }) => [title, type, url, locale]),
  );
  printTotal(terminal, data.length, total);
};
