// Imported before other tests, it has them run over PostgreSQL.

import { sample } from '../../fixtures/long-runs.ts';
import { chooseBy, runOver } from '../service/test-database.ts';

runOver('postgres');
chooseBy(sample);
