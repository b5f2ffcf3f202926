import {
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of result lines, one for each batch. Only the length that the frontier has committed counts. */
export type ResultFiles = ReturnType<typeof resultFiles>

const NEWLINE = 0x0a

/** Opens the files in `folder`, and creates the folder when it is missing. */
export function resultFiles(folder: string) {
  mkdirSync(folder, { recursive: true })
  const pathOf = (id: string) => join(folder, `${id}.ndjson`)
  return {
    pathOf,
    /** Writes at `start`. All bytes are in the file when it returns. Throws when the disk is full. */
    write: (id: string, start: number, bytes: Uint8Array) =>
      withFile(pathOf(id), (file) => writeAll(file, bytes, start)),
    /** Resolves once all written bytes are on the disk itself, safe from a power cut. */
    async sync(id: string): Promise<void> {
      const file = await open(pathOf(id), 'r+').catch(unlessGone)
      await file?.datasync().finally(() => file.close())
    },
    length: (id: string) => lengthOf(pathOf(id)),
    /**
     * Cuts off bytes that were written and not committed. In a file shorter than `length`, cuts off an
     * incomplete last line. Returns the new length.
     */
    cut(id: string, length: number): number {
      const path = pathOf(id)
      const size = lengthOf(path)
      if (size === 0) return 0
      return withFile(path, (file) => {
        const end = size < length ? endOfLines(file, size) : length
        if (end < size) ftruncateSync(file, end)
        return end
      })
    },
    remove: (id: string) => rmSync(pathOf(id), { force: true }),
  }
}

function withFile<T>(path: string, work: (file: number) => T): T {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o666)
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

function lengthOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

const BLOCK_BYTES = 65_536

/** Returns the offset after the last line break of the first `size` bytes. */
function endOfLines(file: number, size: number): number {
  const block = Buffer.alloc(BLOCK_BYTES)
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - BLOCK_BYTES)
    const read = readSync(file, block, 0, end - start, start)
    const last = block.subarray(0, read).lastIndexOf(NEWLINE)
    if (last >= 0) return start + last + 1
    end = start
  }
  return 0
}

function writeAll(file: number, bytes: Uint8Array, start: number): void {
  let done = 0
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, start + done)
}
