// HTML by template: every value that is put in is escaped, unless it is HTML made by this template itself. Nothing here is
// fetched, read or stored.

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `undefined` and `false` leave nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined | false;

const show = (value: HtmlValue): string => {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(show).join('') : escapeHtml(String(value));
};

export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.map((part, at) => part + show(values[at])).join(''));

/** Text with `code` between backticks, as descriptions are written. */
export const withCode = (text: string): Html =>
  new Html(escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
