// Imported before other tests, it has them run over PostgreSQL.

import { draw, runs } from '../../fixtures/long-runs.ts';
import { chooseBy, runOver } from '../service/test-database.ts';

runOver('postgres');
// In the long form a third of them, others each time: over SQLite all are tried.
chooseBy((all, few) => draw(all, runs(few, Math.ceil(all.length / 3))));
