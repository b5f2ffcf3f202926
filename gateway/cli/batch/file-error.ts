/** A file can't be read or written as it should; the message names it. */
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

/** What went wrong with a file, in words where the system's code is a common one. */
export function fileError(action: string, path: string, error: unknown): FileError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new FileError(`${action} ${path}: ${reasons[code] ?? message}`, error)
}
