import { type FileHandle, open } from 'node:fs/promises'
import { FileError, fileError } from '../errors.ts'
import { parseResultLine } from './result-lines.ts'
import { type Format, makeFormatter, type ResultWriter } from './result-writer.ts'

export interface ResultFile {
  readonly path: string
  readonly format: Format
  readonly batch: string
  /** Where an empty file begins: after the result of this number. */
  readonly after: number
}

/**
 * Opens a file of results to continue it: the text after its last line break is cut off. Rejects with a FileError,
 * and leaves the file alone, when it holds anything but results of this batch in this format.
 */
export async function openResultFile(file: ResultFile): Promise<ResultWriter> {
  const { path } = file
  const withFileErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof FileError ? error : fileError('Cannot write', path, error)
    }
  }
  const handle = await withFileErrors(() => open(path, 'a+'))
  try {
    const { after, header } = await withFileErrors(() => findResumePoint(handle, file))
    const toText = makeFormatter(file.format, header)
    return {
      after,
      write: (lines) => withFileErrors(() => handle.appendFile(toText(lines))),
      close: () => withFileErrors(() => handle.close()),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

interface ResumePoint {
  readonly after: number
  /** Header line of a CSV; null when there is none yet. */
  readonly header: string | null
}

async function findResumePoint(handle: FileHandle, file: ResultFile): Promise<ResumePoint> {
  const found = await handle.stat()
  const nothing = { after: file.after, header: null }
  if (!found.isFile() || found.size === 0) return nothing
  await assertResultFile(handle, file)
  const end = (await lineBreakBefore(handle, found.size)) + 1
  const start = end === 0 ? 0 : (await lineBreakBefore(handle, end - 1)) + 1
  const last = (await readAt(handle, start, end - start)).toString('utf8')
  const after = last === '' || (start === 0 && file.format === 'csv') ? file.after : numberOf(last, file)
  const header = file.format === 'csv' && end > 0 ? await firstLine(handle, end) : null
  if (end < found.size) await handle.truncate(end)
  return { after: Math.max(after, file.after), header }
}

const fileStarts = { ndjson: '{"n":', csv: 'n,id,' } as const satisfies Record<Format, string>

/** A file that does not begin as results do belongs to somebody else: throws a FileError. */
async function assertResultFile(handle: FileHandle, { path, format }: ResultFile): Promise<void> {
  const wanted = fileStarts[format]
  const begin = (await readAt(handle, 0, wanted.length)).toString('latin1')
  if (!wanted.startsWith(begin))
    throw new FileError(`${path} does not hold results as ${format}: it is left alone`)
}

/** The number of the last line of a file; throws a FileError when the line is not a result of this batch. */
function numberOf(line: string, { path, format, batch }: ResultFile): number {
  const { n, id } = format === 'csv' ? readRecord(line) : readLine(line)
  if (n === null) throw new FileError(`${path} does not end with a result: it is left alone`)
  if (!id.startsWith(`${batch}.`)) {
    throw new FileError(`${path} holds the results of another batch (${id}): it is left alone`)
  }
  return n
}

/** Numbers and ids contain neither quotes nor commas. */
function readRecord(line: string): { n: number | null; id: string } {
  const [n = '', id = ''] = line.split(',', 2)
  return { n: /^\d+$/.test(n) ? Number(n) : null, id }
}

function readLine(line: string): { n: number | null; id: string } {
  try {
    return parseResultLine(line)
  } catch {
    return { n: null, id: '' }
  }
}

const BLOCK = 65_536

/** The position of the last line break before `end`; -1 for none. */
async function lineBreakBefore(handle: FileHandle, end: number): Promise<number> {
  for (let to = end; to > 0; ) {
    const from = Math.max(0, to - BLOCK)
    const at = (await readAt(handle, from, to - from)).lastIndexOf('\n')
    if (at !== -1) return from + at
    to = from
  }
  return -1
}

async function firstLine(handle: FileHandle, end: number): Promise<string> {
  const begin = (await readAt(handle, 0, Math.min(end, BLOCK))).toString('utf8')
  return begin.slice(0, begin.indexOf('\n') + 1)
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
