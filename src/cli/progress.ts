// A progress bar for long work: drawn on a terminal with rate and remaining time. In a pipe it is silent, or a line from time to time.
// It never writes to standard output.

const BAR_CELLS = 24;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 10_000;
/** Earlier, the remaining time would be a guess. */
const KNOWN_AFTER_MS = 2_000;
const MIB = 1024 * 1024;

export interface Progress {
  /** `unit`: what is counted; bytes are shown in MiB. `note`: more to say. */
  readonly show: (
    label: string,
    done: number,
    total: number | undefined,
    more?: { readonly unit?: 'bytes'; readonly note?: string },
  ) => void;
  readonly clear: () => void;
}

const silent: Progress = { show: () => undefined, clear: () => undefined };

export interface ProgressOptions {
  readonly now?: () => number;
  /** In a pipe: a line every ten seconds instead of nothing. */
  readonly hasLines?: boolean;
}

export const buildProgress = (
  stream: NodeJS.WriteStream,
  { now = () => performance.now(), hasLines = false }: ProgressOptions = {},
): Progress => {
  if (!stream.isTTY && !hasLines) return silent;
  const everyMs = stream.isTTY ? REDRAW_MS : LINE_EVERY_MS;
  const startMs = now();
  let drawnAt = stream.isTTY ? undefined : startMs;
  let phase = { label: '', sinceMs: startMs, from: 0 };
  return {
    show: (label, done, total, { unit, note } = {}) => {
      const time = now();
      if (phase.label !== label) phase = { label, sinceMs: time, from: done };
      if (drawnAt !== undefined && time - drawnAt < everyMs) return;
      drawnAt = time;
      const speed = speedOf(done - phase.from, time - phase.sinceMs, total && total - done, unit);
      const parts = [amount(done, unit), ...(note === undefined ? [] : [note]), ...speed].join(', ');
      if (stream.isTTY) {
        stream.write(`\r\u001b[2K${label} ${total === undefined ? '' : `${bar(done, total)} `}${parts}`);
      } else {
        stream.write(`${label}: ${total === undefined ? '' : `${percent(done, total)}%, `}${parts}\n`);
      }
    },
    clear: () => {
      if (stream.isTTY && drawnAt !== undefined) stream.write('\r\u001b[2K');
    },
  };
};

const amount = (number: number, unit: 'bytes' | undefined): string =>
  unit === 'bytes' ? `${(number / MIB).toFixed(1)} MiB` : number.toLocaleString('en');

/** The rate, and the remaining time if the total is known. */
const speedOf = (
  done: number,
  tookMs: number,
  left: number | undefined,
  unit: 'bytes' | undefined,
): string[] => {
  if (tookMs < KNOWN_AFTER_MS || done <= 0) return [];
  const perSecond = (done / tookMs) * 1_000;
  const rate = `${amount(unit === 'bytes' ? perSecond : Math.round(perSecond), unit)}/s`;
  return left === undefined ? [rate] : [rate, `${clock(Math.max(0, left) / perSecond)} left`];
};

const clock = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};

const shareOf = (done: number, total: number): number => (total === 0 ? 1 : Math.min(1, done / total));
const percent = (done: number, total: number): number => Math.floor(shareOf(done, total) * 100);

const bar = (done: number, total: number): string => {
  const full = Math.round(shareOf(done, total) * BAR_CELLS);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}] ${percent(done, total)}%`;
};
