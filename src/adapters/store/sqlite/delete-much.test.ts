// Deleting much, over SQLite.

import { describeDeleteMuch } from '../../../../test/suites/store/delete-much.ts';
import { describeDeleteRenamedModel } from '../../../../test/suites/store/delete-renamed-model.ts';
import { openMigrated } from '../../../../test/suites/store/filled-engines.ts';

describeDeleteMuch('SQLite', openMigrated);
describeDeleteRenamedModel('SQLite', openMigrated);
