// A demo shop of its own for a test, and a token for it.

import * as demo from '../../../demo/build/ids.ts';
import { runHere } from '../cli/run-here.ts';
import { loadDemoOnce } from '../service/imported-folder.ts';
import { type RunningService, startService } from '../service/running-service.ts';

const openDemo = loadDemoOnce();

type Cleanup = Parameters<typeof openDemo>[0];

export interface DemoShop {
  readonly dataDir: string;
  readonly service: RunningService;
  readonly token: string;
}

export const openDemoShop = async (
  context: Cleanup,
  variables: Readonly<Record<string, string>> = {},
): Promise<DemoShop> => {
  const dataDir = await openDemo(context);
  const service = await startService(dataDir, variables, ['--demo']);
  context.after(async () => {
    await service.stop('SIGKILL');
  });
  const place = ['--tenant', demo.tenantId, '--workspace', demo.workspaceId];
  const words = ['token', 'create', ...place, '--name', 'docs', '--permission', 'full', '--json'];
  const { token } = JSON.parse((await runHere(dataDir, words)).out) as { token: string };
  return { dataDir, service, token };
};
