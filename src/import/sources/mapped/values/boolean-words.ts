// Words for yes and no.

export type BooleanReader = (text: string) => boolean | undefined;

export const plainBooleans = {
  true: ['true', 'yes', 'y', '1', 'on'],
  false: ['false', 'no', 'n', '0', 'off'],
} as const;

export const buildBooleanReader = (yes: readonly string[], no: readonly string[]): BooleanReader => {
  const words = new Map([
    ...yes.map((word) => [word.toLowerCase(), true] as const),
    ...no.map((word) => [word.toLowerCase(), false] as const),
  ]);
  return (text) => words.get(text.toLowerCase());
};
