import { randomBytes } from 'node:crypto'
import { constants, renameSync } from 'node:fs'
import { access, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { AdapterLog } from '../common/adapter-log.ts'
import { checkedContentType, objectNameParts } from '../common/object-name.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { readObject, statObject, streamObject } from './object-file.ts'
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
      await asUnavailable(async () => {
        await mkdir(folder, { recursive: true })
        await reserve?.assertFree()
        await writeReplacing(path, draft, [header, ...[body].flat()])
      })
    },
    async get(name) {
      const location = locate(name)
      return asUnavailable(() => readObject(location))
    },
    async stat(name) {
      const location = locate(name)
      return asUnavailable(() => statObject(location))
    },
    async open(name, range) {
      const location = locate(name)
      return asUnavailable(() => streamObject(location, range))
    },
    async remove(name) {
      await asUnavailable(() => rm(join(folder, ...objectNameParts(name)), { force: true }))
    },
    async ping() {
      await asUnavailable(async () => {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.R_OK | constants.W_OK)
        await reserve?.assertFree()
      })
    },
    close: stopSweeping,
  }
}

async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unavailable('object store', error)
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
