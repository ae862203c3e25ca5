// Describes errors of the operating system: what was attempted, on which file or address, and why it failed.

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'the user that runs this command has no permission',
  EPERM: 'the system does not allow it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is a file, not a folder',
  EEXIST: 'it already exists',
  ENOTEMPTY: 'the folder is not empty',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EFBIG: 'the file would be larger than the system allows',
  EIO: 'the disk failed',
  EBUSY: 'it is in use',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
  EADDRNOTAVAIL: 'this machine has no such address',
};

const deeds: Readonly<Record<string, string>> = {
  mkdir: 'create the folder',
  scandir: 'read the folder',
  mkdtemp: 'create a folder',
  rename: 'rename',
  unlink: 'remove',
  rm: 'remove',
  write: 'write',
  listen: 'listen on',
};

/** The reason, as part of a sentence, with the error code. */
export const systemReason = ({ code, message }: NodeJS.ErrnoException): string => {
  const reason = code === undefined ? undefined : reasons[code];
  return reason === undefined ? message : `${reason} (${code})`;
};

export const isSystemError = (error: Error): error is NodeJS.ErrnoException =>
  (error as NodeJS.ErrnoException).syscall !== undefined;

/** The complete sentence. */
export const describeSystemError = (error: NodeJS.ErrnoException): string => {
  const { code = '', syscall = '', path } = error;
  if (reasons[code] === undefined) return error.message;
  const what = deeds[syscall] ?? 'open';
  if (code === 'EEXIST' && syscall === 'mkdir')
    return `cannot ${what} ${path}: a file has that name (${code})`;
  return path === undefined
    ? `cannot ${what}: ${systemReason(error)}`
    : `cannot ${what} ${path}: ${systemReason(error)}`;
};

/** For a file that is written under another name first, which the error mentions. Undefined: it is another error. */
export const describeWriteError = (error: unknown, file: string): string | undefined => {
  if (!(error instanceof Error && isSystemError(error))) return undefined;
  const reason = error.code === 'ENOENT' ? 'its folder does not exist (ENOENT)' : systemReason(error);
  return `cannot write ${file}: ${reason}`;
};
