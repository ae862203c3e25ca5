// The file name of a download (RFC 6266): an ASCII name for everyone, and the real one where it differs. The name never leads
// to another folder and cannot pass for another type of file.

const NAME_MAX_CHARS = 100;
/** Characters with a meaning to file systems, and invisible ones, except the two joiners that some scripts need. */
const UNSAFE = /[/\\:*?"<>|\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{C}/gu;
/** RFC 8187, `attr-char`: the rest is percent-encoded. `encodeURIComponent` leaves four too many. */
const NOT_ATTRIBUTE = /['()*]/g;

export const attachment = (fileName: string): string => {
  const name = safeName(fileName);
  const ascii = name.replaceAll(/[^\x20-\x7e]|%/gu, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encode(name)}`;
};

/** However long the name is, its extension stays. */
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
