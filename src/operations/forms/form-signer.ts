// Signs the stamps of forms with a secret of the service, so that nobody can forge them.

import { createHmac } from 'node:crypto';
import type { Sign } from '../../domain/forms/form-stamp.ts';

export const buildFormSigner =
  (secret: string | Buffer): Sign =>
  (text) =>
    createHmac('sha256', secret).update(text).digest('base64url');
