// The deployment files agree with the service and with each other: settings, ports, paths, versions, times. What needs an engine
// (building the image, rendering the chart) is not tested here; docs/scaling.md says how it was checked.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parseYaml } from '@redocly/openapi-core';
import { databasePrepare } from '../../src/cli/commands/database.ts';
import { loadConfig } from '../../src/config.ts';
import { defaultHttpConfig } from '../../src/http/http-config.ts';
import { unknownSettings } from '../fixtures/known-settings.ts';
import { serviceFlags } from '../fixtures/service-flags.ts';
import { reachableFrom } from './import-graph.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reaches deep into plain YAML documents.
type Document = any;

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const CHART = 'deploy/helm/vitrine';
const manifest = JSON.parse(read('package.json'));
const dockerfile = read('deploy/Dockerfile');
/** The last one is the image. */
const imageStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const haproxy = read('deploy/haproxy.cfg');
const unit = read('deploy/systemd/vitrine.service');
const compose: Document = parseYaml(read('deploy/compose.yaml'));
const withOpenSearch: Document = parseYaml(read('deploy/compose.opensearch.yaml'));
const chart: Document = parseYaml(read(`${CHART}/Chart.yaml`));
const values: Document = parseYaml(read(`${CHART}/values.yaml`));
const schema: Document = JSON.parse(read(`${CHART}/values.schema.json`));
const files = globSync('deploy/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
const templates = files.filter((file) => file.startsWith(`${CHART}/templates/`));
const nodes = ['vitrine-1', 'vitrine-2'].map((name) => compose.services[name]);

/** Every value that the pattern captures. */
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, value = '']) => value);
const one = (text: string, pattern: RegExp): string => {
  const found = all(text, new RegExp(pattern, 'gm'));
  assert.equal(found.length, 1, `${pattern} in ${text.slice(0, 60)}`);
  return found[0] ?? '';
};

test('every setting that they name exists', () => {
  assert.ok(files.length > 20, `${files.length} files`);
  const faults = files.flatMap((file) => unknownSettings(read(file)).map((name) => `${file}: ${name}`));
  assert.deepEqual(faults, []);
  assert.deepEqual(unknownSettings('VITRINE_PORT=1 VITRINE_PROT=2'), ['VITRINE_PROT']);
});

/** As compose does it, with no variable set: the default, or nothing. */
const withoutVariables = (value: unknown): string =>
  String(value).replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)?\}/g, '$1');

const existing = (environment: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, withoutVariables(value)]));

test('the values of settings are allowed', () => {
  const image = Object.fromEntries(all(dockerfile, /(VITRINE_\w+=\S+)/g).map((pair) => pair.split('=')));
  assert.deepEqual(Object.keys(image), ['VITRINE_DATA_DIR', 'VITRINE_HOST']);
  const ofUnit = Object.fromEntries(all(unit, /^Environment=(VITRINE_.+)$/gm).map((pair) => pair.split('=')));
  const onOpenSearch = Object.keys(compose.services)
    .slice(0, 2)
    .map((name) => ({
      ...compose.services[name].environment,
      ...withOpenSearch.services[name].environment,
    }));
  for (const environment of [image, ofUnit, ...nodes.map((node) => node.environment), ...onOpenSearch])
    loadConfig(existing(environment));
  for (const { VITRINE_SEARCH_URL: url } of onOpenSearch)
    assert.ok(Object.hasOwn(withOpenSearch.services, new URL(url).hostname), url);
  const { VITRINE_TRUST_PROXY: trusted } = nodes[0].environment;
  assert.equal(trusted, compose.services['load-balancer'].networks.edge.ipv4_address);
});

test('the example has every variable of the compose files, and no other', () => {
  const used = ['compose', 'compose.opensearch'].flatMap((name) =>
    all(read(`deploy/${name}.yaml`), /\$\{(\w+)/g),
  );
  const shown = all(read('deploy/env.example'), /^#?(\w+)=/gm);
  assert.deepEqual([...new Set(used)].sort(), shown.sort());
});

test('the nodes connect as a role that owns nothing, which the owner prepares', () => {
  const { prepare } = compose.services;
  const userOf = (node: Document): string => one(node.environment.VITRINE_STORE_URL, /^postgres:\/\/(\w+):/);
  assert.equal(prepare.image, nodes[0].image);
  assert.equal(prepare.command.slice(0, -2).join(' '), databasePrepare.name);
  assert.deepEqual(prepare.command.slice(-2), ['--role', userOf(nodes[0])]);
  assert.notEqual(userOf(prepare), userOf(nodes[0]));
  for (const node of nodes) assert.equal(node.depends_on.prepare.condition, 'service_completed_successfully');
  const ofChart = one(read(`${CHART}/templates/prepare.yaml`), /args: \[(.+), --role, .+\]/);
  assert.equal(ofChart.replaceAll(',', ''), databasePrepare.name);
  const init = read('deploy/postgres-init.sh');
  assert.deepEqual(all(init, /^create role (\w+) /gm), [userOf(prepare), userOf(nodes[0])]);
  assert.equal(one(init, /^create database vitrine owner (\w+) /), userOf(prepare));
});

test('they use the port of the service, and paths that it serves', () => {
  const { port } = loadConfig({});
  assert.equal(Number(one(dockerfile, /^EXPOSE (\d+)$/)), port);
  assert.deepEqual(
    all(haproxy, /^ {2}server \S+ (\S+)$/gm),
    Object.keys(compose.services)
      .slice(0, 2)
      .map((name) => `${name}:${port}`),
  );
  assert.equal(Number(one(read(`${CHART}/templates/_pod.tpl`), /containerPort: (\d+)/)), port);
  assert.match(
    compose.services['load-balancer'].ports[0],
    new RegExp(`:${one(haproxy, /^ {2}bind :(\d+)$/)}$`),
  );
  const served = new Set(all(read('src/http/mount-service-routes.ts'), /url: '([^']+)'/g));
  const asked = [
    ...templates.flatMap((file) => all(read(file), /path: (\/\w+)/g)),
    ...templates.flatMap((file) => all(read(file), /\}\}(\/\w+)'\]/g)),
    ...nodes.map((node) => new URL(node.healthcheck.test.at(-1)).pathname),
    ...all(haproxy, /uri (\/\S+)/g),
    ...all(read('deploy/healthcheck.ts'), /\}(\/\w+)`/g),
  ];
  assert.ok(asked.length >= 9, asked.join());
  assert.deepEqual(
    asked.filter((path) => !served.has(path)),
    [],
  );
});

test('the versions are those of package.json', () => {
  const base = `node:${manifest.engines.node}-bookworm-slim`;
  assert.equal(one(dockerfile, /^FROM (\S+) AS build$/), base);
  assert.deepEqual(new Set(all(dockerfile, /\b(node:\d[\w.-]*)/g)), new Set([base]));
  assert.deepEqual(new Set(all(dockerfile, /\bvitrine:(\d[\w.-]*)/g)), new Set([manifest.version]));
  assert.equal(one(dockerfile, /image\.version="([^"]+)"/), manifest.version);
  assert.equal(String(chart.appVersion), manifest.version);
  for (const node of nodes) assert.equal(node.image, `vitrine:${manifest.version}`);
});

test('every image has a version in its tag', () => {
  const images = [
    ...all(dockerfile, /^FROM (\S+)/gm).filter((name) => name !== 'scratch'),
    ...[compose, withOpenSearch]
      .flatMap(({ services }) => Object.values<Document>(services))
      .map(({ image }) => image)
      .filter((image) => image !== undefined),
  ];
  assert.ok(images.length >= 6);
  assert.deepEqual(
    images.filter((image) => !/:[\w.-]*\d[\w.-]*$/.test(image)),
    [],
  );
  assert.ok(!files.some((file) => /:latest\b/.test(read(file))));
});

/** What .dockerignore lets into a build: folders and files. Tests are left out. */
const letIn = all(read('.dockerignore'), /^!(.+)$/gm);
const isLetIn = (file: string): boolean =>
  !file.endsWith('.test.ts') && letIn.some((path) => file === path || file.startsWith(`${path}/`));

/** Files that are no modules, named by a URL. */
const filesReadBy = (file: string): string[] =>
  all(read(file), /new URL\(\s*'(\.[^']+\.(?!ts')\w+)',\s*import\.meta\.url/g).map((path) =>
    join(dirname(file), path),
  );

test('the image gets every file that the service reaches, and each is let into the build', () => {
  const copied = all(dockerfile, /^COPY (?!--from)(.+)$/gm).flatMap((words) => words.split(' ').slice(0, -1));
  assert.deepEqual(
    [...copied, ...letIn].filter((path) => !existsSync(join(root, path))),
    [],
  );
  assert.deepEqual(
    letIn.filter((path) => !copied.some((from) => path === from || path.startsWith(`${from}/`))),
    [],
  );
  const reached = [
    ...reachableFrom(['src/cli/main.js', 'deploy/healthcheck.ts', 'deploy/fill-compile-cache.ts']),
  ];
  const needed = [
    ...reached,
    ...reached.flatMap(filesReadBy),
    ...globSync('{docs/**/*,client/README,*}.md', { cwd: root }),
    ...globSync('pages/built/**/*.*', { cwd: root }),
    'package-lock.json',
  ];
  for (const file of ['demo/shop.ndjson', 'openapi.json', 'openapi-management.json'])
    assert.ok(needed.includes(file), file);
  assert.ok(needed.length > 300);
  assert.deepEqual(
    needed.filter((file) => !isLetIn(file)),
    [],
  );
});

test('the image runs as a user without a name, and no shell comes between', () => {
  const user = one(imageStage, /^USER (\d+):\d+$/);
  assert.notEqual(user, '0');
  assert.equal(one(read(`${CHART}/templates/_helpers.tpl`), /runAsUser: (\d+)/), user);
  const commands = all(dockerfile, /^(?:ENTRYPOINT|CMD| +CMD) (.+)$/gm).map(
    (text) => JSON.parse(text) as string[],
  );
  assert.equal(commands.length, 3);
  const scripts = [
    ...commands.flat(),
    ...unit.split(/\s/),
    ...templates.flatMap((file) => read(file).split(/[\s,[\]]+/)),
  ]
    .filter((word) => /\.[jt]s$/.test(word))
    .map((word) => word.replace(/^\/app\//, ''));
  assert.ok(scripts.length >= 4);
  assert.deepEqual(
    scripts.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test('the image has compiled code, made with the flags and for the user that the service runs with', () => {
  const [, fill = '', ...words] = JSON.parse(one(dockerfile, /^RUN (\[.+\])$/)) as string[];
  assert.ok(existsSync(join(root, fill.replace(/^\/app\//, ''))), fill);
  assert.deepEqual(words, JSON.parse(one(dockerfile, /^ENTRYPOINT (.+)$/)).slice(1));
  assert.deepEqual(all(dockerfile, /^USER (.+)$/gm), Array(2).fill(one(imageStage, /^USER (.+)$/)));
  const made = one(dockerfile, /^ENV NODE_COMPILE_CACHE=(\S+)$/);
  const used = one(imageStage, /^ +NODE_COMPILE_CACHE=(\S+) \\$/);
  assert.match(imageStage, new RegExp(`^COPY --from=compiled --chown=0:0 ${made} ${used}$`, 'm'));
});

test('Node is started for the service in the same way by scripts, image and unit, and by tests and benchmarks', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const starts = [
    ...['start', 'dev', 'vitrine'].map((name) => scripts[name] ?? ''),
    one(dockerfile, /^ENTRYPOINT (.+)$/),
    one(unit, /^ExecStart=(.+)$/m),
  ];
  for (const file of ['test/acceptance/service/running-service.ts', 'bench/loop/watched-service.ts'])
    assert.match(read(file), /\[\.\.\.serviceFlags, /, file);
  for (const start of starts)
    for (const flag of serviceFlags)
      assert.match(start, new RegExp(`node"?.* "?${flag}"?,? .*src/cli/main.js`));
});

test('whoever stops the service gives it the time it may take', () => {
  const seconds = (text: unknown): number => Number(/^(\d+)s?$/.exec(String(text))?.[1]);
  for (const node of nodes) {
    const { VITRINE_SHUTDOWN_DRAIN_MS: drainMs, VITRINE_SHUTDOWN_TIMEOUT_MS: timeoutMs } = node.environment;
    assert.ok(seconds(node.stop_grace_period) * 1_000 > drainMs + timeoutMs + 5_000);
    // By then the load balancer has seen that the node is not ready.
    const [, interMs, fastMs, fall] = /inter (\d+)s fastinter (\d+)ms .*fall (\d+)/.exec(haproxy) ?? [];
    assert.ok(drainMs > Number(interMs) * 1_000 + Number(fastMs) * (Number(fall) - 1) + 1_000);
  }
  assert.ok(seconds(one(unit, /^TimeoutStopSec=(\d+)$/)) * 1_000 > loadConfig({}).shutdownTimeoutMs + 5_000);
  // A proxy that keeps a connection longer than the service sends a request into a closed one.
  assert.ok(seconds(one(haproxy, /pool-purge-delay (\d+)s/)) * 1_000 < defaultHttpConfig.keepAliveTimeoutMs);
});

/** Values that templates read and the chart does not have. What is below an empty map or list is the user's. */
const missingValues = (text: string): string[] =>
  all(text, /\.Values\.([\w.]+)/g).filter((path) => {
    let value: Document = values;
    for (const name of path.split('.')) {
      if (value !== null && typeof value === 'object' && Object.keys(value).length === 0) return false;
      value = value?.[name];
    }
    return value === undefined;
  });

test('every value that the chart reads has a default, and its schema knows every value', () => {
  const faults = templates.flatMap((file) => missingValues(read(file)).map((path) => `${file}: ${path}`));
  assert.ok(templates.length > 9);
  assert.deepEqual(faults, []);
  assert.deepEqual(missingValues('{{ .Values.image.tga }} {{ .Values.settings.ANY }}'), ['image.tga']);
  const { global: _, ...known } = schema.properties;
  assert.deepEqual(Object.keys(values).sort(), Object.keys(known).sort());
  const used = templates.map(read).join('\n');
  assert.deepEqual(
    Object.keys(values).filter((name) => !used.includes(`.Values.${name}`)),
    [],
  );
});
