// Numbers as people and spreadsheets write them. A text that could mean two numbers is refused rather than guessed.

export type DecimalSign = '.' | ',';

export interface NumberFormat {
  readonly decimal: DecimalSign;
  /** Between groups of digits; empty if there is none. */
  readonly thousands: string;
}

export const plainNumbers: NumberFormat = { decimal: '.', thousands: '' };

export const thousandsSigns: readonly string[] = ['', ',', '.', ' ', "'"];

const NUMBER_MAX_CHARS = 100;

/** What stands for the same sign: spaces that do not break, both apostrophes. */
const spellings: Readonly<Record<string, string>> = {
  ',': ',',
  '.': '\\.',
  ' ': '[ \\u00a0\\u2009\\u202f]',
  "'": "['\\u2019]",
};

// Groups of three; groups of two before the last are Indian. Every sign has one meaning, so matching takes one pass.
const patternOf = ({ decimal, thousands }: NumberFormat): RegExp => {
  const group = spellings[thousands];
  const grouped = group === undefined ? '' : `\\d{1,3}(?:${group}\\d{2,3})*${group}\\d{3}|`;
  const mark = spellings[decimal];
  return new RegExp(`^([+-]?)(?:(${grouped}\\d+)(?:${mark}(\\d*))?|${mark}(\\d+))([eE][+-]?\\d{1,3})?$`, 'u');
};

export type NumberReader = (text: string) => number | undefined;

/** `isMoney`: a currency sign or code may stand before or after the number. */
export const buildNumberReader = (format: NumberFormat, isMoney = false): NumberReader => {
  const pattern = patternOf(format);
  return (text) => {
    if (text.length > NUMBER_MAX_CHARS) return undefined;
    const signed = text.trim().replace(/^[\u2212\u2013]/u, '-');
    const bare = isMoney ? withoutCurrency(signed) : signed;
    const match = pattern.exec(bare);
    if (match === null) return undefined;
    const [, sign = '', whole = '', fraction, bareFraction, exponent = ''] = match;
    const digits = whole.replace(/\D/gu, '') || '0';
    const number = Number(`${sign}${digits}.${fraction ?? bareFraction ?? ''}0${exponent}`);
    return Number.isFinite(number) ? number : undefined;
  };
};

const CURRENCY_BEFORE = /^([+-]?)\s*(?:\p{L}{0,3}\p{Sc}|\p{L}{1,3}\.?)\s*(?=[\d.,+-])/u;
const CURRENCY_AFTER = /\s*(?:\p{Sc}|\p{L}{1,3}\.?)$/u;

const withoutCurrency = (text: string): string =>
  text.trim().replace(CURRENCY_BEFORE, '$1').replace(CURRENCY_AFTER, '');
