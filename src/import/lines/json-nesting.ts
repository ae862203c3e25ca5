// Measures the nesting depth of a JSON text without parsing it, since parsing takes time and memory for every level and
// walking the result takes stack.

export const NESTING_MAX_LEVELS = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export const nestsDeeperThan = (text: string, maxLevels: number): boolean => {
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      levels += 1;
      if (levels > maxLevels) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      levels -= 1;
    }
  }
  return false;
};

/** The end of the string that opens at `start`, or the end of the text if it never closes. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
};
