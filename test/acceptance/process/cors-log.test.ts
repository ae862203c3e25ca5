// The log names the missing CORS setting once, since a refused browser shows the reason to nobody but its developer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDataDir, startService } from '../service/running-service.ts';

test('the log says once which setting is missing when a browser is refused', async (context) => {
  const service = await startService(await makeDataDir(context));
  context.after(() => service.stop('SIGKILL'));
  const ask = (headers: Readonly<Record<string, string>>) => service.fetch('/healthz', { headers });
  await ask({ origin: service.address, 'sec-fetch-site': 'same-origin' });
  assert.doesNotMatch(service.log(), /VITRINE_CORS_ORIGINS/);
  for (const origin of ['https://shop.example.org', 'https://other.example.org']) await ask({ origin });
  assert.equal(await service.stop(), 0);
  assert.equal(service.log().match(/VITRINE_CORS_ORIGINS/g)?.length, 1);
  assert.doesNotMatch(service.log(), /example\.org/, 'no header is in the log');
});
