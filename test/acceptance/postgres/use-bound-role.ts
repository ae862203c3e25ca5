// Imported before other tests, it has them run over PostgreSQL, as a role that owns nothing.

import { draw } from '../../fixtures/long-runs.ts';
import { chooseBy } from '../service/test-database.ts';

process.env['VITRINE_TEST_STORE'] = 'postgres-bound';
chooseBy(draw);
