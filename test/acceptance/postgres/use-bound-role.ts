// Imported before other tests, it has some of them run over PostgreSQL, as a role that owns nothing.

import './as-bound-role.ts';
import { draw } from '../../fixtures/long-runs.ts';
import { chooseBy } from '../service/test-database.ts';

chooseBy(draw);
