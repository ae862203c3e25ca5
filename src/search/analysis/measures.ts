// Numbers, and those with a unit. 16gb and 16 GB are the same to a shopper, so a number and its unit are always two words; inches have one
// spelling (Decision 0074).

const MEASURE =
  /^(\d[\d.]*)(mm|cm|dm|m|km|in|inch|inches|ft|yd|mg|g|gr|kg|lb|lbs|oz|ml|cl|dl|l|gal|w|kw|wh|kwh|v|mah|ah|hz|khz|mhz|ghz|kb|mb|gb|tb|mp|dpi|rpm|pcs)$/;
const INCH = 'inch';
const INCHES: ReadonlySet<string> = new Set(['in', INCH, 'inches']);

const GROUPED_BY_STOP = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/;
const GROUPED_BY_COMMA = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;

/** Words with digits at an end, or with stops and commas inside: one spelling per number. */
export function splitNumeric(word: string): readonly string[] {
  const grouped = GROUPED_BY_STOP.exec(word) ?? GROUPED_BY_COMMA.exec(word);
  if (grouped !== null) {
    const whole = (grouped[1] ?? '').replaceAll(/[.,]/g, '');
    return [grouped[2] === undefined ? whole : `${whole}.${grouped[2]}`];
  }
  const pieces = word.split(',');
  // One comma and no stop is a decimal comma; anything else is a list such as 38,39,40.
  const numbers = pieces.length === 2 && !word.includes('.') ? [pieces.join('.')] : pieces;
  return numbers.flatMap((number) => splitMeasure(number) ?? [number]);
}

/** The number and the unit of a word such as 16gb. */
function splitMeasure(word: string): readonly [number: string, unit: string] | undefined {
  const [, number, unit] = MEASURE.exec(word) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return [number, INCHES.has(unit) ? INCH : unit];
}

/** Folding makes two primes of a double prime. */
const MARK = /["\u201c-\u201f]|''|\u2032\u2032/g;
const MAY_BE_INCHES = /\d(?:["\u201d]|''|\u2032\u2032)/;
const OPENING = /[\u201c\u201e\u201f]/;
const BEFORE_QUOTATION = /[\s([{/:,;-]/;

/** Writes 13" as 13 inch. A mark that ends a quotation, as in "Catch 22", is none. */
export function spellInches(folded: string): string {
  if (!MAY_BE_INCHES.test(folded)) return folded;
  let isQuoted = false;
  return folded.replaceAll(MARK, (mark, at: number) => {
    const before = folded[at - 1] ?? ' ';
    if (isDigit(before) && !isQuoted && !OPENING.test(mark)) return ` ${INCH} `;
    isQuoted = OPENING.test(mark) || (BEFORE_QUOTATION.test(before) && hasClosing(folded, at + mark.length));
    return mark;
  });
}

const QUOTATION_MAX_UNITS = 200;
const CLOSING = /(?<![\s([{/:,;-])(?:["\u201d]|''|\u2032\u2032)/;

/** Whether a quotation that begins here ends again. */
function hasClosing(text: string, from: number): boolean {
  return CLOSING.test(text.slice(from, from + QUOTATION_MAX_UNITS));
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
