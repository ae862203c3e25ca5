// Deleting an environment with many events, over SQLite.

import { describeDeleteEnvironment } from '../../../../test/suites/store/delete-environment.ts';
import { openMigrated } from '../../../../test/suites/store/filled-engines.ts';

describeDeleteEnvironment('SQLite', openMigrated);
