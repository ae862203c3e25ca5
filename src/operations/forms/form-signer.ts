// Signs what forms carry with the service's own secret, so that nobody else can make it.

import { createHmac } from 'node:crypto';
import type { Sign } from '../../domain/forms/form-stamp.ts';

export const buildFormSigner =
  (secret: string | Buffer): Sign =>
  (text) =>
    createHmac('sha256', secret).update(text).digest('base64url');
