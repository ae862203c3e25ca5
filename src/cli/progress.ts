// A progress bar for long work: drawn on a terminal, silent in a pipe, never on standard output.

const BAR_CELLS = 24;
const REDRAW_MS = 100;

export interface Progress {
  readonly show: (label: string, done: number, total: number | undefined) => void;
  readonly clear: () => void;
}

const silent: Progress = { show: () => undefined, clear: () => undefined };

export const buildProgress = (
  stream: NodeJS.WriteStream,
  now: () => number = () => performance.now(),
): Progress => {
  if (!stream.isTTY) return silent;
  let drawnAt: number | undefined;
  return {
    show: (label, done, total) => {
      const time = now();
      if (drawnAt !== undefined && time - drawnAt < REDRAW_MS) return;
      drawnAt = time;
      stream.write(
        `\r\u001b[2K${label} ${total === undefined ? '' : `${bar(done, total)} `}${done.toLocaleString('en')}`,
      );
    },
    clear: () => {
      if (drawnAt !== undefined) stream.write('\r\u001b[2K');
    },
  };
};

const bar = (done: number, total: number): string => {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(share * BAR_CELLS);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}] ${Math.floor(share * 100)}%`;
};
