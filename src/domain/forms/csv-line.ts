// One line of CSV as RFC 4180 has it, safe to open in a spreadsheet: what would be read as a formula is made plain text.
// Every text is quoted, so that no separator of any country breaks out of its cell.

export type Cell = string | number | boolean;

/** What a spreadsheet may take for a formula, after any white space; the full-width signs count too. */
const FORMULA = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/u;

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

// A number is written as one: it cannot be a formula, and a sum over the column stays possible.
const csvCell = (cell: Cell): string =>
  typeof cell === 'string' ? `"${guard(cell).replaceAll('"', '""')}"` : String(cell);

const guard = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
