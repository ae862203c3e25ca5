// Writes the two parts of the OpenAPI description from the route table. A test fails if a committed file is outdated.

import { writeFile } from 'node:fs/promises';
import { allRoutes } from '../src/contract/routes.ts';
import { buildOpenApi } from '../src/http/openapi/openapi.ts';
import { openApiParts, takePart } from '../src/http/openapi/openapi-parts.ts';
import { printOpenApi } from '../src/http/openapi/print-openapi.ts';
import { readVersion } from '../src/runtime/version.ts';

const whole = buildOpenApi(allRoutes, readVersion());
for (const part of openApiParts) await writeFile(part.file, printOpenApi(takePart(whole, part)));
