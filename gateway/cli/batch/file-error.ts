/** A file cannot be read or written; the message names it. */
export class FileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FileProblem'
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be opened',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
}

/** Makes a FileError, with a plain reason for the common system error codes. */
export function fileError(action: string, path: string, error: unknown): FileError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new FileError(`${action} ${path}: ${reasons[code] ?? message}`, error)
}
