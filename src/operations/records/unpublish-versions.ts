// Unpublishes versions of a record from environments, as the reverse of publishing.

import type { unpublishVersions as contract } from '../../contract/records/unpublish-versions.ts';
import type { Publisher } from '../../domain/ports.ts';
import type { UseCase } from '../use-case.ts';
import { buildPlacing, type PlacingDependencies } from './publish-versions.ts';

export const buildUnpublishVersions = ({
  publisher,
  ...dependencies
}: PlacingDependencies & { readonly publisher: Pick<Publisher, 'unpublish'> }): UseCase<typeof contract> =>
  buildPlacing((workspace, request) => publisher.unpublish(workspace, request), ['unpublish'], dependencies);
