// All tools, by name.

import type { Tool } from './tool.ts';
import { recordTools } from './tools/record-tools.ts';
import { searchTools } from './tools/search-tools.ts';

export const allTools: ReadonlyMap<string, Tool> = new Map(
  [...searchTools, ...recordTools].map((tool) => [tool.name, tool]),
);
