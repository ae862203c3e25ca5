// Deleting much, over SQLite.

import { describeDeleteMuch } from '../../../../test/suites/store/delete-much.ts';
import { openMigrated } from '../../../../test/suites/store/filled-engines.ts';

describeDeleteMuch('SQLite', openMigrated);
