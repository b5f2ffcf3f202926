import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** The files of result lines, one per batch: only what the frontier says is committed counts. */
export interface ResultFiles {
  pathOf(id: string): string
  /** Writes at `start`; all of it is in the file when it returns. Throws when the disk is full. */
  write(id: string, start: number, bytes: Buffer): void
  /** Cuts off what was written and not committed; answers how long the file is then. */
  cut(id: string, length: number): number
  remove(id: string): void
}

/** `folder` is made when it is missing. */
export function resultFiles(folder: string): ResultFiles {
  mkdirSync(folder, { recursive: true })
  const pathOf = (id: string) => join(folder, `${id}.ndjson`)
  return {
    pathOf,
    write(id, start, bytes) {
      withFile(pathOf(id), (file) => writeAll(file, bytes, start))
    },
    cut(id, length) {
      const path = pathOf(id)
      if (!existsSync(path)) return 0
      const { size } = statSync(path)
      if (size > length) withFile(path, (file) => ftruncateSync(file, length))
      return Math.min(size, length)
    },
    remove(id) {
      rmSync(pathOf(id), { force: true })
    },
  }
}

function withFile(path: string, work: (file: number) => void): void {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o666)
  try {
    work(file)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Buffer, start: number): void {
  let done = 0
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, start + done)
}
