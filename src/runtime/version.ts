// The version of the service, from its package. The OpenAPI description has the same version.

import { readFileSync } from 'node:fs';

export const readVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('package.json names no version');
};
