// The name under which an answer is to be saved (RFC 6266): one in ASCII for everyone, and the real one where it is another.
// Whoever chose the name, it leads to no other folder and cannot pass for another kind of file.

const NAME_MAX_CHARS = 100;
/** What means something to a file system, and what nobody sees, but for the two joiners that words of some scripts need. */
const UNSAFE = /[/\\:*?"<>|\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{C}/gu;
/** RFC 8187, `attr-char`: the rest is percent-encoded. `encodeURIComponent` leaves four too many. */
const NOT_ATTRIBUTE = /['()*]/g;

export const attachment = (fileName: string): string => {
  const name = safeName(fileName);
  const ascii = name.replaceAll(/[^\x20-\x7e]|%/gu, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encode(name)}`;
};

/** However long the name is, its ending stays. */
const safeName = (fileName: string): string => {
  const dot = fileName.lastIndexOf('.');
  const stem = [...fileName.slice(0, dot).replaceAll(UNSAFE, '_')].slice(0, NAME_MAX_CHARS);
  return stem.join('').trim() + fileName.slice(dot);
};

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    NOT_ATTRIBUTE,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
