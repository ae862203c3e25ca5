// One line of CSV as in RFC 4180, safe to open in a spreadsheet: text that would be read as a formula is escaped.
// Every text is quoted, so that it stays in its cell whatever separator the spreadsheet uses.

export type Cell = string | number | boolean;

/** Text that a spreadsheet may read as a formula, after any white space and including full-width signs. */
const FORMULA = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/u;

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

// Numbers are not quoted: they cannot be formulas, and the column can still be summed.
const csvCell = (cell: Cell): string =>
  typeof cell === 'string' ? `"${guard(cell).replaceAll('"', '""')}"` : String(cell);

const guard = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
