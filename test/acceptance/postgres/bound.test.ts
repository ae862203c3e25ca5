// PostgreSQL as a role that row-level security binds: the same tests, another role. In the short form every operation once. In the
// long form also a part of isolation, and what other processes write: as the owner, where nothing but the service keeps workspaces
// apart, all of isolation is tried.

import './use-bound-role.ts';
import '../operations/operations-answers.test.ts';
import { isLong } from '../../fixtures/long-runs.ts';

if (isLong) {
  await import('../isolation/isolation-scopes.test.ts');
  await import('../isolation/isolation-matrix.test.ts');
  await import('../operations/visibility.test.ts');
}
