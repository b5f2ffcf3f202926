import { statfsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Frontier } from '../../frontier/frontier.ts'

/**
 * A SQLite file as `shared/adapters/sqlite/database.ts` opens it: all writes of one turn of the event loop
 * are committed together.
 */
export interface Database {
  readonly db: DatabaseSync
  write<T>(work: () => T): Promise<T>
}

/** https://sqlite.org/rescode.html#full */
const SQLITE_FULL = 13
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/**
 * Wraps a database so that a full disk is reported as such: with `SERVICE_UNAVAILABLE`, like any other error
 * that prevents a write.
 */
export function withDiskFullErrors(database: Database): Database {
  return {
    db: database.db,
    async write(work) {
      try {
        return await database.write(work)
      } catch (error) {
        throw isUnavailable(error) && isFull((error as Failure).cause) ? diskFull(error) : error
      }
    },
  }
}

/** Makes the failure of a full disk: `SERVICE_UNAVAILABLE`. */
function diskFull(cause?: unknown): Failure {
  return new Failure('SERVICE_UNAVAILABLE', 'The disk of the batch part is full', { cause })
}

function isFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return errcode === SQLITE_FULL || FULL.includes(code ?? '')
}

/** Sizes in bytes. */
export interface DiskSpace {
  readonly size: number
  readonly free: number
  /** Pages of removed rows inside the database. New rows use them first. */
  readonly spare: number
}

/** The largest share of the disk that the reserve may take. */
const MAX_SHARE = 0.1

const needed = ({ size }: Pick<DiskSpace, 'size'>, reserve: number) => Math.min(reserve, size * MAX_SHARE)
const mayDispatch = (now: Pick<DiskSpace, 'size' | 'free'>, reserve: number) =>
  now.free >= needed(now, reserve) / 2

/**
 * Returns the check whether items may be added: it throws `SERVICE_UNAVAILABLE` while the reserve (in bytes, at most a
 * tenth of the disk) is not free.
 */
export function makeAddCheck(space: () => DiskSpace, reserve: number): () => void {
  return () => {
    const now = space()
    if (!mayDispatch(now, reserve) || now.free + now.spare < needed(now, reserve)) throw diskFull()
  }
}

export interface DiskGuardOptions {
  /** Bytes. */
  readonly reserve: number
  readonly logger: Pick<Log, 'warn'>
}

/**
 * Wraps a frontier so that it accepts no items while its reserve (at most a tenth of the disk) is not free,
 * and dispatches none while half of the reserve is not free. The reserve leaves room to remove a refused
 * batch, to complete the items in flight, and for other programs that use the disk.
 */
export function withDiskGuard(
  frontier: Frontier,
  space: () => DiskSpace,
  { reserve, logger }: DiskGuardOptions,
): Frontier {
  const assertMayAdd = makeAddCheck(space, reserve)
  return {
    ...frontier,
    async create(batch) {
      assertMayAdd()
      await frontier.create(batch)
    },
    async addLines(batch, group) {
      assertMayAdd()
      return frontier.addLines(batch, group)
    },
    async add(batch, items) {
      assertMayAdd()
      return frontier.add(batch, items)
    },
    async defer(records) {
      assertMayAdd()
      await frontier.defer(records)
    },
    dispatch: guardDispatch(frontier.dispatch, space, { reserve, logger }),
  }
}

/** Wraps a dispatch so that it rejects with `SERVICE_UNAVAILABLE` while half of the reserve is not free. */
function guardDispatch(
  dispatch: Frontier['dispatch'],
  space: () => Pick<DiskSpace, 'size' | 'free'>,
  { reserve, logger }: DiskGuardOptions,
): Frontier['dispatch'] {
  let isWaiting = false
  return async (limit) => {
    const wasWaiting = isWaiting
    isWaiting = !mayDispatch(space(), reserve)
    if (isWaiting && !wasWaiting)
      logger.warn('the disk of the batch part is nearly full: batches wait for free space')
    if (isWaiting) throw diskFull()
    return dispatch(limit)
  }
}

/**
 * Returns a function that reads the current space of the disk that holds `folder`, and the free pages of the
 * database.
 */
export function readDiskSpace(folder: string, db: DatabaseSync): () => DiskSpace {
  const pages = db.prepare(
    'SELECT freelist_count * page_size AS spare FROM pragma_freelist_count, pragma_page_size',
  )
  return () => {
    const { bsize, blocks, bavail } = statfsSync(folder)
    return { size: blocks * bsize, free: bavail * bsize, spare: pages.get()?.spare as number }
  }
}
