// The benchmark's side of an engine process: sends commands, awaits reports, and ends the process.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type {
  BuildFigures,
  Order,
  ReplaceFigures,
  Reply,
  Report,
  SnapshotFigures,
  Subject,
} from './engine-process.ts';
import type { EngineName } from './engines/list.ts';
import type { Latency } from './measure.ts';
import type { QuestionClass } from './questions/content-questions.ts';

export interface EngineClient {
  readonly name: EngineName;
  readonly build: (subject: Subject, documents: number) => Promise<BuildFigures>;
  /** Undefined if the engine cannot express the class. */
  readonly ask: (
    questions: QuestionClass<unknown>,
    maxMs: number,
    isWarm: boolean,
  ) => Promise<Latency | undefined>;
  readonly replace: (maxMs: number) => Promise<ReplaceFigures | undefined>;
  readonly snapshot: () => Promise<SnapshotFigures | undefined>;
  readonly close: () => void;
}

export const openEngine = (name: EngineName, yardstick: string): EngineClient => {
  const child = fork(join(import.meta.dirname, 'engine-process.ts'), [], {
    execArgv: ['--expose-gc', '--max-old-space-size=12000'],
    serialization: 'advanced',
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const order = <T extends Report>(wanted: Order) => obey(child, wanted) as Promise<T>;
  return {
    name,
    build: (subject, documents) => order({ do: 'build', subject, engine: name, documents, yardstick }),
    ask: (questions, maxMs, isWarm) => order({ do: 'ask', questions, maxMs, isWarm }),
    replace: (maxMs) => order({ do: 'replace', maxMs }),
    snapshot: () => order({ do: 'snapshot' }),
    close: kill,
  };
};

const obey = (child: ChildProcess, order: Order): Promise<Report> =>
  new Promise((resolve, reject) => {
    const onMessage = (reply: Reply) => {
      child.off('exit', onExit);
      if ('error' in reply) reject(new Error(reply.error));
      else resolve(reply.report);
    };
    const onExit = (code: number | null) => {
      child.off('message', onMessage);
      reject(new Error(`an engine process ended with ${code}`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
    child.send(order);
  });
