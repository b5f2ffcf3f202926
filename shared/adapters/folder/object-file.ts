import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange, ObjectFacts, StoredObject } from '#shared/ports/object-store.ts'
import { MAX_CONTENT_TYPE } from '../common/object-name.ts'

/** Path of an object's file, and its maximum age in milliseconds. */
export interface ObjectLocation {
  readonly path: string
  readonly maxAgeMs: number
}

/**
 * Ends the content type, which is the first line of the file. Content type and body are in one file, so that
 * one rename replaces both.
 */
const NEWLINE = 0x0a
/** Bytes that a stream buffers. */
const CHUNK_BYTES = 64 * 1024

/** An open file and the position of the object in it. */
interface ObjectFile extends ObjectFacts {
  readonly file: FileHandle
  /** Position of the object's first byte. */
  readonly offset: number
}

/** Reads the whole object into its own buffer; null if there is none. */
export async function readObject(location: ObjectLocation): Promise<StoredObject | null> {
  const object = await openObject(location)
  if (object === null) return null
  try {
    const { file, offset, size, contentType } = object
    return { contentType, body: await readBytes(file, offset, size) }
  } finally {
    await object.file.close()
  }
}

/** Size and content type; null if there is no object. */
export async function statObject(location: ObjectLocation): Promise<ObjectFacts | null> {
  const object = await openObject(location)
  if (object === null) return null
  await object.file.close()
  return { size: object.size, contentType: object.contentType }
}

/** Streams the object or a range of it; null if there is none. The file is closed with the stream. */
export async function streamObject(location: ObjectLocation, range?: ByteRange): Promise<Readable | null> {
  const object = await openObject(location)
  if (object === null) return null
  const { file, offset, size } = object
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (end >= start) {
    return file.createReadStream({ start: offset + start, end: offset + end, highWaterMark: CHUNK_BYTES })
  }
  await file.close()
  return Readable.from([])
}

/** Opens the file. Null if it does not exist, is too old, or has no first line (it is not an object). */
async function openObject({ path, maxAgeMs }: ObjectLocation): Promise<ObjectFile | null> {
  const file = await openExisting(path)
  if (file === null) return null
  const object = await readHeader(file, maxAgeMs).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  if (object === null) await file.close()
  return object
}

async function readHeader(file: FileHandle, maxAgeMs: number): Promise<ObjectFile | null> {
  const { mtimeMs, size } = await file.stat()
  if (Date.now() - mtimeMs >= maxAgeMs) return null
  const first = await readBytes(file, 0, Math.min(size, MAX_CONTENT_TYPE + 1))
  const end = first.indexOf(NEWLINE)
  if (end < 0) return null
  const offset = end + 1
  return { file, offset, size: size - offset, contentType: first.toString('latin1', 0, end) }
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function readBytes(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at)
    if (bytesRead === 0) throw new Error('the file of an object has become shorter')
    at += bytesRead
  }
  return bytes
}
