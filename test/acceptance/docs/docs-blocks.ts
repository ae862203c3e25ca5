// The code blocks of a document. A `sh` block is run (in the client's README, a `ts` block); a `json` or `text` block directly after it is its expected
// output. All others are only shown.

export interface ShellBlock {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly script: string;
  readonly output: { readonly language: 'json' | 'text'; readonly text: string } | undefined;
}

interface Block {
  readonly language: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const readBlocks = (lines: readonly string[]): Block[] => {
  const blocks: Block[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const language = /^```(\S*)/.exec(lines[start] ?? '')?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', start + 1);
    if (end === -1) throw new Error(`the block of line ${start + 1} has no end`);
    blocks.push({ language, text: lines.slice(start + 1, end).join('\n'), start, end });
    start = end;
  }
  return blocks;
};

export const readShellBlocks = (markdown: string, shell = 'sh'): ShellBlock[] => {
  const lines = markdown.split('\n');
  const blocks = readBlocks(lines);
  return blocks.flatMap((block, index): ShellBlock[] => {
    if (block.language !== shell) return [];
    const next = blocks[index + 1];
    const isDirect =
      next !== undefined && lines.slice(block.end + 1, next.start).every((line) => line.trim() === '');
    const run = { line: block.start + 1, script: block.text };
    const language = next?.language;
    return isDirect && (language === 'json' || language === 'text')
      ? [{ ...run, output: { language, text: next.text } }]
      : [{ ...run, output: undefined }];
  });
};

/** The text without its code blocks. */
export const withoutBlocks = (markdown: string): string => {
  const lines = markdown.split('\n');
  const blocks = readBlocks(lines);
  return lines.filter((_, at) => !blocks.some(({ start, end }) => at >= start && at <= end)).join('\n');
};
