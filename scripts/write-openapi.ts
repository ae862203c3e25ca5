// Writes `openapi.json` from the route table. A test fails if the committed file is outdated.

import { writeFile } from 'node:fs/promises';
import { allRoutes } from '../src/contract/routes.ts';
import { buildOpenApi } from '../src/http/openapi/openapi.ts';
import { printOpenApi } from '../src/http/openapi/print-openapi.ts';
import { readVersion } from '../src/runtime/version.ts';

const file = new URL('../openapi.json', import.meta.url);
await writeFile(file, printOpenApi(buildOpenApi(allRoutes, readVersion())));
