// Isolation over PostgreSQL as a role that row-level security binds: the same tests, another role. The matrix, and what other
// processes write, only in the long form: with the owner's role, where nothing but the service keeps workspaces apart, they say more.

import './use-bound-role.ts';
import '../isolation/isolation-scopes.test.ts';
import { runs } from '../../fixtures/long-runs.ts';

if (runs(0, 1) === 1) {
  await import('../isolation/isolation-matrix.test.ts');
  await import('../operations/visibility.test.ts');
}
