import { randomBytes } from 'node:crypto'
import { constants, renameSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '#shared/errors.ts'
import type { ObjectStore, StoredObject } from '#shared/ports/object-store.ts'
import type { AdapterLog } from './adapter-log.ts'
import { DRAFT_MARK, sweepFolder } from './folder-sweep.ts'
import { checkedContentType, objectNameParts } from './object-name.ts'

export interface FolderObjectStoreOptions {
  /** Belongs to one process at a time: drafts of other runs are removed at the start. */
  readonly folder: string
  /** Age in days at which objects expire, by the first part of their name; what isn't named is kept for ever. */
  readonly expireDays: Readonly<Record<string, number>>
  readonly log?: AdapterLog
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Ends the content type, which is kept as the first line of the file: one file, so one rename replaces both. */
const NEWLINE = 0x0a
/** Of a content type and its newline (see `checkedContentType`). */
const MAX_TYPE_BYTES = 201
/** Tells this process's drafts from those that a killed one left behind; a process id would not (containers reuse 1). */
const RUN = randomBytes(6).toString('hex')

let drafts = 0

/**
 * The embedded ObjectStore: a file per object. A file under its final name is always whole, even after a power cut:
 * the draft is flushed before it is renamed (an image that its name promises must not be served empty for a week).
 */
export function folderObjectStore({ folder, expireDays, log }: FolderObjectStoreOptions): ObjectStore {
  const maxAgeMs = (part: string) => (expireDays[part] ?? Number.POSITIVE_INFINITY) * DAY_MS
  const stopSweeping = sweepFolder({ folder, maxAgeMs, run: RUN, ...(log && { log }) })
  return {
    async put(name, body, contentType) {
      const path = join(folder, ...objectNameParts(name))
      const header = Buffer.from(`${checkedContentType(contentType)}\n`)
      const draft = `${path}${DRAFT_MARK}${RUN}-${drafts++}`
      await whileAvailable(() => replace(path, draft, [header, ...[body].flat()]))
    },
    async get(name) {
      const [part, file] = objectNameParts(name)
      return whileAvailable(() => readObject(join(folder, part, file), maxAgeMs(part)))
    },
    async remove(name) {
      await whileAvailable(() => rm(join(folder, ...objectNameParts(name)), { force: true }))
    },
    async ping() {
      await whileAvailable(async () => {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.R_OK | constants.W_OK)
      })
    },
    close: stopSweeping,
  }
}

async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unavailable('object store', error)
  }
}

async function replace(path: string, draft: string, parts: readonly Buffer[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFlushed(draft, parts)
    renameSync(draft, path) // in one step with respect to the sweep
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}) // the sweep takes it; the first error is the one to tell
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

async function readObject(path: string, maxAgeMs: number): Promise<StoredObject | null> {
  const file = await openExisting(path)
  if (file === null) return null
  try {
    const { mtimeMs, size } = await file.stat()
    return Date.now() - mtimeMs < maxAgeMs ? await parsed(file, size) : null
  } finally {
    await file.close()
  }
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Null for a file without a first line: not one of ours. The body's memory is its own: it can move to a thread. */
async function parsed(file: FileHandle, size: number): Promise<StoredObject | null> {
  const first = await bytesAt(file, 0, Math.min(size, MAX_TYPE_BYTES))
  const end = first.indexOf(NEWLINE)
  if (end < 0) return null
  const contentType = first.toString('latin1', 0, end)
  return { contentType, body: await bytesAt(file, end + 1, size - end - 1) }
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at)
    if (bytesRead === 0) throw new Error('the file of an object is shorter than it was')
    at += bytesRead
  }
  return bytes
}
