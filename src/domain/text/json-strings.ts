// Where the strings of a JSON text end.

const BACKSLASH = 0x5c;

/** The quote that closes the string whose opening quote is at `start`; -1 if none does. */
export const closingQuote = (json: string, start: number): number => {
  let quote = json.indexOf('"', start + 1);
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote;
};

const isEscaped = (json: string, quote: number): boolean => {
  let at = quote;
  while (json.charCodeAt(at - 1) === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 1;
};
