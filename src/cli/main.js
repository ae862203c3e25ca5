#!/usr/bin/env node
// @ts-check
// Starts the process of the command line, with compiled code from a cache: commands, the service, and its threads and
// processes start in little more than half the time. A changed file is compiled again (Decision 0124).

import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Beside the code, and as safe as the code: whoever can write here can change what runs. */
const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node-compile');

// Where the folder cannot be written, or a variable of Node's decides otherwise, everything works without.
if (enableCompileCache(folder).status === constants.compileCacheStatus.ENABLED)
  process.env['NODE_COMPILE_CACHE'] = folder;

// What is loaded before this is not cached.
await import('./run-process.ts');
