// Imported before other tests, it has them run over PostgreSQL.

import { sample } from '../../fixtures/long-runs.ts';
import { chooseBy } from '../service/test-database.ts';

process.env['VITRINE_TEST_STORE'] = 'postgres';
chooseBy(sample);
