// Deleting much, over SQLite.

import { describeDeleteMeanwhile } from '../../../../test/suites/store/delete-meanwhile.ts';
import { describeDeleteMuch } from '../../../../test/suites/store/delete-much.ts';
import { openMigrated } from '../../../../test/suites/store/filled-engines.ts';

describeDeleteMuch('SQLite', openMigrated);
describeDeleteMeanwhile('SQLite', openMigrated);
