// Cuts text into short pieces with LF line ends and without a byte-order mark, so that no step of a parser takes long. A piece
// never ends within a character or a line end.

// Even if every second character ends a row with too few cells, for which the parser builds an error, a piece takes a few milliseconds.
const PIECE_CHARS = 256;
const BYTE_ORDER_MARK = '\uFEFF';

export async function* textPieces(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let kept = '';
  let isStart = true;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_CHARS) {
      let text = kept + chunk.slice(at, at + PIECE_CHARS);
      if (isStart && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
      isStart = false;
      kept = /[\r\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
      const whole = withLf(kept === '' ? text : text.slice(0, -1));
      if (whole !== '') yield whole;
    }
  }
  if (kept !== '') yield withLf(kept);
}

const withLf = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
