// Colours for a terminal. A pipe gets none, and neither does a reader who set NO_COLOR: Node knows the conventions.

import { styleText } from 'node:util';

export type Color = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** Colours a text, or leaves it as it is. */
export type Paint = (color: Color, text: string) => string;

export const buildPaint = (stream: Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>): Paint =>
  stream.isTTY && stream.hasColors()
    ? (color, text) => styleText(color, text, { validateStream: false })
    : (_, text) => text;
