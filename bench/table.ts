// Markdown tables, and readable figures.

/** Columns are as wide as their widest cell; the first is left-aligned, the others right-aligned. */
export const formatTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = heads.map((head, column) =>
    Math.max(3, ...[head, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths
      .map((width, column) =>
        column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
      )
      .join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
};

/** At most three significant digits: 0.0123, 1.23, 12.3, 123, 1,234. */
export const formatNumber = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en');
  if (size >= 10) return value.toFixed(1);
  if (size >= 0.1) return value.toFixed(2);
  return value.toFixed(4);
};

/** As a multiple: `×36`, `×0.71`. */
export const formatRatio = (value: number, base: number): string => {
  const ratio = value / base;
  return Number.isFinite(ratio)
    ? `×${ratio >= 10 ? Math.round(ratio).toLocaleString('en') : ratio.toFixed(2)}`
    : '–';
};

export const formatShare = (share: number): string =>
  Number.isFinite(share) ? `${Math.round(share * 100)} %` : '–';
