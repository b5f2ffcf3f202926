import { randomBytes } from 'node:crypto'
import { constants, renameSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { asUnavailable } from '#shared/errors.ts'
import type { ByteRange, ObjectFacts, ObjectStore, StoredObject } from '#shared/ports/object-store.ts'
import type { AdapterLog } from '../../log.ts'
import { checkedContentType, MAX_CONTENT_TYPE, objectNameParts } from '../common/checked-arguments.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { DRAFT_MARK, sweepFolder } from './sweep-folder.ts'

export interface FolderObjectStoreOptions {
  /** Used by one process at a time: drafts of other runs are removed at the start. */
  readonly folder: string
  /** Age in days at which objects expire, by the first part of their name. Other objects never expire. */
  readonly expireDays: Readonly<Record<string, number>>
  /** Space to keep free on the disk; none if absent. */
  readonly reserve?: DiskReserve
  readonly log?: AdapterLog
}

const SERVICE = 'object store'
const DAY_MS = 24 * 60 * 60 * 1000
/**
 * Distinguishes the drafts of this process from those of a killed one. A process id would not: in a container
 * it is often 1.
 */
const RUN = randomBytes(6).toString('hex')

let drafts = 0

/**
 * The embedded ObjectStore: one file per object. A file under its final name is always complete, even after a
 * power cut, because the draft is flushed to disk before it is renamed. (An image must not be served empty
 * under a name that promises its content.)
 */
export function folderObjectStore({
  folder,
  expireDays,
  reserve,
  log,
}: FolderObjectStoreOptions): ObjectStore {
  const maxAgeMs = (part: string) => (expireDays[part] ?? Number.POSITIVE_INFINITY) * DAY_MS
  const stopSweeping = sweepFolder({ folder, maxAgeMs, run: RUN, ...(log && { log }) })
  const locate = (name: string) => {
    const [part, file] = objectNameParts(name)
    return { path: join(folder, part, file), maxAgeMs: maxAgeMs(part) }
  }
  return {
    async put(name, body, contentType) {
      const path = join(folder, ...objectNameParts(name))
      const header = Buffer.from(`${checkedContentType(contentType)}\n`)
      const draft = `${path}${DRAFT_MARK}${RUN}-${drafts++}`
      await asUnavailable(SERVICE, async () => {
        await mkdir(folder, { recursive: true })
        await reserve?.assertFree()
        await writeReplacing(path, draft, [header, ...[body].flat()])
      })
    },
    async get(name) {
      const location = locate(name)
      return asUnavailable(SERVICE, () => readObject(location))
    },
    async stat(name) {
      const location = locate(name)
      return asUnavailable(SERVICE, () => statObject(location))
    },
    async open(name, range) {
      const location = locate(name)
      return asUnavailable(SERVICE, () => streamObject(location, range))
    },
    async remove(name) {
      await asUnavailable(SERVICE, () => rm(join(folder, ...objectNameParts(name)), { force: true }))
    },
    async ping() {
      await asUnavailable(SERVICE, async () => {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.R_OK | constants.W_OK)
        await reserve?.assertFree()
      })
    },
    close: stopSweeping,
  }
}

async function writeReplacing(path: string, draft: string, parts: readonly Buffer[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFlushed(draft, parts)
    renameSync(draft, path) // atomic with respect to the sweep
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}) // the sweep removes it; the first error is the one to report
    throw error
  }
}

async function writeFlushed(path: string, parts: readonly Buffer[]): Promise<void> {
  const file = await open(path, 'wx')
  try {
    for (const part of parts) await file.writeFile(part)
    await file.datasync()
  } finally {
    await file.close()
  }
}

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
async function readObject(location: ObjectLocation): Promise<StoredObject | null> {
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
async function statObject(location: ObjectLocation): Promise<ObjectFacts | null> {
  const object = await openObject(location)
  if (object === null) return null
  await object.file.close()
  return { size: object.size, contentType: object.contentType }
}

/** Streams the object or a range of it; null if there is none. The file is closed with the stream. */
async function streamObject(location: ObjectLocation, range?: ByteRange): Promise<Readable | null> {
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
