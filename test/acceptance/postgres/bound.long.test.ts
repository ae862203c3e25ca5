// A part of isolation, and what other processes write, as a role that row-level security binds, in the long form only. As the owner,
// where nothing but the service keeps workspaces apart, all of isolation is tried.

import './use-bound-role.ts';
import '../isolation/isolation-scopes.test.ts';
import '../isolation/isolation-matrix.test.ts';
import '../operations/visibility.test.ts';
