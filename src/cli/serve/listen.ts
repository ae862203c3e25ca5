// Listens on the configured address, and says what to do if that is not possible.

import type { Config } from '../../config.ts';
import { CommandError } from '../command.ts';
import { systemReason } from '../system-error.ts';

export const listen = async (
  { host, port }: Config,
  open: (address: { readonly host: string; readonly port: number }) => Promise<string>,
): Promise<string> => {
  try {
    return await open({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CommandError(`port ${port} is in use; choose another with VITRINE_PORT`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new CommandError(
        `cannot listen on ${host}:${port}: ${systemReason(error as Error)}; change VITRINE_HOST or VITRINE_PORT`,
      );
    }
    throw error;
  }
};
