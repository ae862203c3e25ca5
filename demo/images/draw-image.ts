// The pictures of the demo's products: a simple drawing of what it is, in one of its colours. They are drawn on request, so that the
// repository holds none.

import { colorCodes } from './color-codes.ts';
import { shapes } from './shapes.ts';

const PATH = /^([a-z-]+)\/([a-z-]+)\.svg$/;

/** The SVG at a path such as `rain-jacket/petrol.svg`; undefined if there is none. */
export const drawImage = (path: string): string | undefined => {
  const [, family = '', color = ''] = PATH.exec(path) ?? [];
  const shape = shapes.get(family);
  const code = colorCodes.get(color);
  if (shape === undefined || code === undefined) return undefined;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">',
    '<rect width="240" height="240" fill="#f4f1ea"/>',
    '<ellipse cx="120" cy="212" rx="76" ry="8" fill="#d9d3c6"/>',
    `<g fill="${code}" stroke="#2b2b2b" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">${shape}</g>`,
    '</svg>',
  ].join('');
};
