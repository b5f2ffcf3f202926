import { statfsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '#shared/log.ts'
import type { Frontier } from '../../frontier/frontier.ts'
import { diskFull } from './disk-full.ts'

/** Bytes. */
export interface DiskSpace {
  readonly size: number
  readonly free: number
  /** In the database, where removed rows were: the next ones go there first. */
  readonly spare: number
}

/** Of the disk that the reserve may be. */
const MAX_SHARE = 0.1

export interface DiskGuardOptions {
  /** Bytes. */
  readonly reserve: number
  readonly logger: Pick<Log, 'warn'>
}

/**
 * A frontier that takes nothing more in while its reserve of the disk, or a tenth of that if it is less, is not free, and releases nothing while
 * half of that is not: a refused batch can be removed again, which needs room as well, what is under way can end, and
 * whatever else uses the disk goes on.
 */
export function withDiskGuard(
  frontier: Frontier,
  space: () => DiskSpace,
  { reserve, logger }: DiskGuardOptions,
): Frontier {
  let isWaiting = false
  const needed = ({ size }: DiskSpace) => Math.min(reserve, size * MAX_SHARE)
  const mayDispatch = (now: DiskSpace) => now.free >= needed(now) / 2
  const mayAdd = (now: DiskSpace) => mayDispatch(now) && now.free + now.spare >= needed(now)

  function assertMayAdd(): void {
    if (!mayAdd(space())) throw diskFull()
  }

  return {
    ...frontier,
    async create(batch) {
      assertMayAdd()
      await frontier.create(batch)
    },
    async add(batch, items) {
      assertMayAdd()
      return frontier.add(batch, items)
    },
    async defer(records) {
      assertMayAdd()
      await frontier.defer(records)
    },
    async dispatch(limit) {
      const wasWaiting = isWaiting
      isWaiting = !mayDispatch(space())
      if (isWaiting && !wasWaiting)
        logger.warn('the disk of the batch part is nearly full: batches wait for room')
      if (isWaiting) throw diskFull()
      return frontier.dispatch(limit)
    },
  }
}

/** Of the disk that a database's folder is on, as it is at each call. */
export function readDiskSpace(folder: string, db: DatabaseSync): () => DiskSpace {
  const pages = db.prepare(
    'SELECT freelist_count * page_size AS spare FROM pragma_freelist_count, pragma_page_size',
  )
  return () => {
    const { bsize, blocks, bavail } = statfsSync(folder)
    const { spare } = pages.get() as { spare: number }
    return { size: blocks * bsize, free: bavail * bsize, spare }
  }
}
