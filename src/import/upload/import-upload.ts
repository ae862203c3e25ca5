// Imports uploaded files of another system while the client waits for the result. It reports progress, and rolls everything back if
// the client disconnects, or if it would block other writes for too long.

import type { BundleObject } from '../../contract/bundle.ts';
import { Failure, invalidInput, missingParameter, tooMuchAsked } from '../../domain/failures/failures.ts';
import { asStorageFailure } from '../../domain/failures/storage-fault.ts';
import type { BundleStore } from '../../domain/manage/bundle-store.ts';
import type { ImportFormat, ImportJob, UploadedFiles } from '../../domain/manage/import-job.ts';
import { ticks } from '../../runtime/ticks.ts';
import { allFormats } from '../sources/all-formats.ts';
import {
  importSource,
  type SourceImport,
  type SourceProgress,
  type SourceReport,
} from '../sources/import-source.ts';
import { reportDocument } from '../sources/report-document.ts';
import type { SourceFormat } from '../sources/source-format.ts';
import { UNPACK_LIMITS } from '../sources/source-input.ts';
import { checkWrites } from './check-writes.ts';

type Target = Pick<BundleStore<BundleObject>, 'writeBundle'>;

export interface UploadLimits {
  /** Of an upload; also of what a packed file holds. */
  readonly maxBytes: number;
  /** How long everything may take, unless the operator imports. */
  readonly maxMs: number;
  /** How long the transaction may take, unless the operator imports. Absent: it stops nobody else. */
  readonly writeMaxMs: number | undefined;
}

export interface UploadSettings extends UploadLimits {
  /** Where to create temporary folders. */
  readonly folder: string;
  readonly progressMs?: number;
  /** Aborts when nobody wants the result any more. */
  readonly gone?: AbortSignal;
}

const PROGRESS_MS = 1_000;
/** Objects as JSON repeat the names of all their fields. */
const SPOOL_FACTOR = 4;
/** Some formats read their files twice. */
const READ_FACTOR = 4;

/** Nobody wants the result any more. */
class Stopped extends Error {}

/** Lines of JSON: `progress` while it runs, `summary` at the end, or `error` if it failed after the first line. */
export async function* importUpload(
  store: Target,
  settings: UploadSettings,
  job: ImportJob,
  { files, mapping }: UploadedFiles,
): AsyncGenerator<string> {
  const { progressMs = PROGRESS_MS, gone } = settings;
  const startedAt = performance.now();
  let work: Promise<SourceReport> | undefined;
  let progress: SourceProgress | undefined;
  let isStopped = false;
  let hasBegun = false;
  const assertWanted = (): void => {
    if (isStopped || gone?.aborted === true) throw new Stopped();
    if (!job.isOperator && performance.now() - startedAt > settings.maxMs) throw tookTooLong(settings.maxMs);
  };
  try {
    const format = buildFormat(job.format, mapping);
    const onProgress = (latest: SourceProgress): void => {
      assertWanted();
      progress = latest;
    };
    const checked = withDeadline(store, settings, job, assertWanted);
    work = importFiles(checked, settings, { ...job, format, files, onProgress });
    for await (const _ of ticks(work, progressMs)) {
      if (progress === undefined) continue;
      hasBegun = true;
      yield line({ progress });
    }
    yield line({ summary: reportDocument(await work, job.isDryRun) });
  } catch (error) {
    if (!hasBegun || !(error instanceof Failure)) throw error;
    const { name, message, code } = error;
    yield line({ error: { name, message, code } });
  } finally {
    isStopped = true;
    await work?.catch(() => {});
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

const withDeadline = (
  store: Target,
  { writeMaxMs = Number.POSITIVE_INFINITY }: UploadSettings,
  { isOperator }: ImportJob,
  assertWanted: () => void,
): Target =>
  checkWrites(store, (elapsedMs) => {
    assertWanted();
    if (!isOperator && elapsedMs > writeMaxMs) throw wroteTooLong(writeMaxMs);
  });

const importFiles = async (
  store: Target,
  { folder, maxBytes }: UploadSettings,
  job: Omit<SourceImport, 'spoolDir'>,
): Promise<SourceReport> => {
  try {
    return await importSource(store, {
      ...job,
      spoolDir: folder,
      spoolMaxBytes: SPOOL_FACTOR * maxBytes,
      unpackLimits: { ...UNPACK_LIMITS, totalBytes: maxBytes, readBytes: READ_FACTOR * maxBytes },
    });
  } catch (error) {
    throw asStorageFailure(error);
  }
};

const tookTooLong = (maxMs: number): Failure =>
  tooMuchAsked(
    'body',
    `the import took more than ${maxMs / 1_000} s; import fewer objects at once, or ask the operator, whose imports have no such limit (VITRINE_IMPORT_SECONDS)`,
  );

const wroteTooLong = (maxMs: number): Failure =>
  tooMuchAsked(
    'body',
    `nobody else could write while its objects were written, for more than ${maxMs / 1_000} s; import fewer at once, or ask the operator, whose imports have no such limit (VITRINE_IMPORT_WRITE_SECONDS)`,
  );

const buildFormat = (name: ImportFormat, mapping: string | undefined): SourceFormat => {
  const choice = allFormats.find((each) => each.name === name);
  if (choice === undefined) throw new Error(`${name} is not a format`);
  if ('format' in choice) {
    if (mapping === undefined) return choice.format;
    throw invalidInput('unknown_field', 'mapping', `${name} needs no mapping; leave it out`);
  }
  if (mapping === undefined) throw missingParameter('mapping');
  const built = choice.build(mapping);
  if ('format' in built) return built.format;
  throw invalidInput('malformed', 'mapping', `The mapping is wrong: ${built.faults.join('; ')}`);
};
