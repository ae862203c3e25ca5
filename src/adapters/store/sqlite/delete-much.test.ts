// Deleting much, over SQLite.

import { describeDeleteMeanwhile } from '../../../../test/suites/store/delete-meanwhile.ts';
import { describeDeleteMuch } from '../../../../test/suites/store/delete-much.ts';
import { describeDeleteVersions } from '../../../../test/suites/store/delete-versions.ts';
import { openMigrated } from '../../../../test/suites/store/filled-engines.ts';

describeDeleteMuch('SQLite', openMigrated);
describeDeleteMeanwhile('SQLite', openMigrated);
describeDeleteVersions('SQLite', openMigrated);
