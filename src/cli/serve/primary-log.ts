// The log of the primary process, and of any process before it serves: JSON lines as workers write them.

import { type LogLevel, logLevels } from '../../config.ts';
import type { SupervisorLog } from './supervisor.ts';

/** The numbers of the levels in the log. */
const numbers = { info: 30, warn: 40, error: 50 } as const;

export const buildPrimaryLog = (level: LogLevel, stream: { write(text: string): unknown }): SupervisorLog => {
  const write =
    (own: keyof typeof numbers) =>
    (values: object, msg: string): void => {
      if (logLevels.indexOf(own) > logLevels.indexOf(level) || level === 'silent') return;
      stream.write(`${JSON.stringify({ level: numbers[own], time: Date.now(), ...values, msg })}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
};
