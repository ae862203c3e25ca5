// House rules as tests: allowed imports, which ARCHITECTURE.md repeats, file lengths, and where the environment is read. Biome's rule
// `noExcessiveLinesPerFunction` limits function lengths; this only checks that it is on.

import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { importsOf, isTest, read, sources, tests } from './import-graph.ts';

const FILE_LINES_MAX = 300;
const TEST_FILE_LINES_MAX = 450;
const FUNCTION_LINES_MAX = 70;

/** The rooms and packages that a room may import from; `node:` means all Node modules. Tests may import anything. */
const importTable: Readonly<
  Record<string, { readonly rooms: readonly string[]; readonly packages: readonly string[] }>
> = {
  contract: { rooms: [], packages: ['typebox'] },
  domain: { rooms: [], packages: [] },
  runtime: { rooms: ['domain'], packages: ['node:'] },
  markup: { rooms: ['domain'], packages: ['htmlparser2'] },
  search: { rooms: ['domain', 'markup'], packages: ['@orama/stemmers'] },
  operations: { rooms: ['domain', 'contract', 'markup'], packages: ['node:crypto'] },
  adapters: {
    rooms: ['domain', 'runtime', 'search', 'markup', 'contract'],
    packages: ['kysely', 'pg', 'node:'],
  },
  import: {
    rooms: ['domain', 'runtime', 'contract', 'markup'],
    packages: ['typebox', 'csv-parse', 'saxes', '@streamparser/json', 'node:'],
  },
  metrics: { rooms: ['domain'], packages: ['prom-client', 'node:'] },
  telemetry: { rooms: ['config', 'domain', 'runtime', 'metrics', 'operations'], packages: ['node:'] },
  pages: { rooms: [], packages: ['marked', 'node:'] },
  mcp: {
    rooms: ['contract', 'domain', 'runtime'],
    packages: ['@modelcontextprotocol/server', 'typebox', 'node:'],
  },
  http: {
    rooms: ['contract', 'operations', 'domain', 'metrics', 'pages', 'mcp', 'runtime'],
    packages: ['fastify', '@fastify/busboy', '@fastify/proxy-addr', 'typebox', 'node:'],
  },
  workers: {
    rooms: ['open-store.ts', 'adapters', 'import', 'operations', 'domain', 'runtime'],
    packages: ['node:'],
  },
  'open-store.ts': { rooms: ['adapters', 'domain'], packages: [] },
  'open-recorders.ts': { rooms: ['open-store.ts', 'config.ts', 'metrics', 'operations'], packages: [] },
  'open-search.ts': {
    rooms: ['open-store.ts', 'config.ts', 'config', 'domain', 'adapters', 'workers'],
    packages: ['node:'],
  },
  'open-telemetry.ts': { rooms: ['config.ts', 'runtime', 'metrics', 'telemetry'], packages: [] },
  'cli-services.ts': {
    rooms: ['open-store.ts', 'runtime', 'contract', 'domain', 'operations', 'adapters', 'import'],
    packages: ['node:'],
  },
  'cli-inspect.ts': { rooms: ['open-store.ts', 'domain', 'adapters'], packages: ['node:'] },
  'cli-search.ts': { rooms: ['open-store.ts', 'operations', 'adapters'], packages: ['node:'] },
  cli: {
    rooms: [
      'compose.ts',
      'open-store.ts',
      'cli-services.ts',
      'cli-inspect.ts',
      'cli-search.ts',
      'config.ts',
      'config',
      'operations',
      'domain',
      'import',
      'contract',
      'metrics',
      'mcp',
      'demo',
    ],
    packages: ['node:'],
  },
  'compose.ts': {
    rooms: [
      'open-store.ts',
      'open-recorders.ts',
      'open-search.ts',
      'open-telemetry.ts',
      'config.ts',
      'contract',
      'domain',
      'operations',
      'adapters',
      'http',
      'metrics',
      'import',
      'mcp',
      'workers',
    ],
    packages: ['node:'],
  },
  'config.ts': {
    rooms: ['config', 'domain'],
    packages: ['node:'],
  },
  config: { rooms: [], packages: ['node:'] },
  // For browsers too: what fetches, and nothing else.
  client: { rooms: [], packages: [] },
};

/** Written by `npm run client`. */
const generated = /^client\/src\/(?:api-types|\w+-operations)\.ts$/;

/** `src/http/server.ts` is in `http`; files outside `src` are in the room of their first folder. */
const roomOf = (file: string): string => {
  const parts = file.split('/');
  return (parts[0] === 'src' ? parts[1] : parts[0]) ?? '';
};

test('every room imports only what the import table allows', () => {
  const faults: string[] = [];
  for (const file of sources.filter((source) => /^(?:src|client)\//.test(source) && !isTest(source))) {
    const room = roomOf(file);
    const allowed = importTable[room];
    if (allowed === undefined) {
      faults.push(`${file}: room ${room} is not in the import table`);
      continue;
    }
    for (const specifier of importsOf(read(file))) {
      if (specifier.startsWith('.')) {
        const target = roomOf(join(dirname(file), specifier));
        if (target !== room && !allowed.rooms.includes(target)) faults.push(`${file} imports ${specifier}`);
      } else if (
        !allowed.packages.some(
          (name) =>
            specifier === name ||
            specifier.startsWith(`${name.replace(/:$/, '')}${name.endsWith(':') ? ':' : '/'}`),
        )
      ) {
        faults.push(`${file} imports ${specifier}`);
      }
    }
  }
  assert.deepEqual(faults, []);
});

/** The last column of the table of rooms in ARCHITECTURE.md, by room. */
const describedImports = (): ReadonlyMap<string, readonly string[]> => {
  const [, section = ''] = read('ARCHITECTURE.md').split(/^## The rooms$/m);
  const [table = ''] = section.split(/^### /m);
  return new Map(
    [...table.matchAll(/^\| `([\w./-]+?)(?:\/src)?\/?` +\|[^|]*\| ([^|]*?) +\|$/gm)].map(
      ([, room = '', imports = '']) => [room, imports === 'nothing' ? [] : imports.split(/[,;] /).sort()],
    ),
  );
};

test('ARCHITECTURE.md has the same table', () => {
  const nameOf = (name: string): string => {
    if (name === 'config') return 'config/';
    if (name === 'demo') return "the demo's ids and pictures";
    return name.replace(/\.ts$/, '');
  };
  const packageOf = (name: string): string => (name === 'node:' ? 'Node' : `\`${name}\``);
  assert.deepEqual(
    Object.fromEntries(describedImports()),
    Object.fromEntries(
      Object.entries(importTable).map(([room, { rooms, packages }]) => [
        room,
        [...rooms.map(nameOf), ...packages.map(packageOf)].sort(),
      ]),
    ),
  );
});

test('files stay short', () => {
  const faults = [...sources, ...tests]
    .filter((file) => !generated.test(file))
    .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
    .filter(({ file, lines }) => lines > (isTest(file) ? TEST_FILE_LINES_MAX : FILE_LINES_MAX))
    .map(({ file, lines }) => `${file}: ${lines} lines`);
  assert.deepEqual(faults, []);
});

test('functions stay short: the linter enforces it', () => {
  const { linter } = JSON.parse(read('biome.json'));
  const rule = linter.rules.complexity.noExcessiveLinesPerFunction;
  assert.deepEqual(rule, { level: 'error', options: { maxLines: FUNCTION_LINES_MAX } });
});

test('every file opens with what it guarantees', () => {
  const faults = [...sources, ...tests].filter((file) => !/^(#!.*\n)?\/\//.test(read(file)));
  assert.deepEqual(faults, []);
});

test('the environment is read in src/config.ts and nowhere else', () => {
  // Setting a variable for the threads and processes that are started is no reading.
  const setting = /\bprocess\.env\['\w+'\] = /g;
  const faults = sources.filter(
    (file) =>
      file !== 'src/config.ts' &&
      !isTest(file) &&
      /\bprocess\.env\b|\benv\b.*from 'node:process'/.test(read(file).replaceAll(setting, '')),
  );
  assert.deepEqual(faults, []);
});

test('nothing is left behind', () => {
  const marks = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', '.on' + 'ly(', '.sk' + 'ip('];
  const faults = [...sources, ...tests].flatMap((file) =>
    marks.filter((mark) => read(file).includes(mark)).map((mark) => `${file}: ${mark}`),
  );
  assert.deepEqual(faults, []);
});
