import { statfsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '#shared/log.ts'
import type { Frontier } from '../frontier.ts'
import { diskFull } from './disk.ts'

/** Bytes. */
export interface Space {
  readonly size: number
  readonly free: number
  /** In the database, where removed rows were: the next ones go there first. */
  readonly spare: number
}

/** Of the disk that the reserve may be. */
const MOST_SHARE = 0.1

export interface RoomOptions {
  /** Bytes. */
  readonly reserve: number
  readonly logger: Pick<Log, 'warn'>
}

/**
 * A frontier that takes nothing more in while its reserve of the disk, or a tenth of that if it is less, is not free, and releases nothing while
 * half of that is not: a refused batch can be removed again, which needs room as well, what is under way can end, and
 * whatever else uses the disk goes on.
 */
export function withRoom(frontier: Frontier, space: () => Space, { reserve, logger }: RoomOptions): Frontier {
  let isWaiting = false
  const needed = ({ size }: Space) => Math.min(reserve, size * MOST_SHARE)
  const mayRelease = (now: Space) => now.free >= needed(now) / 2
  const mayTake = (now: Space) => mayRelease(now) && now.free + now.spare >= needed(now)

  function assertTaking(): void {
    if (!mayTake(space())) throw diskFull()
  }

  return {
    ...frontier,
    async begin(batch) {
      assertTaking()
      await frontier.begin(batch)
    },
    async add(batch, items) {
      assertTaking()
      return frontier.add(batch, items)
    },
    async defer(records) {
      assertTaking()
      await frontier.defer(records)
    },
    async release(limit) {
      const wasWaiting = isWaiting
      isWaiting = !mayRelease(space())
      if (isWaiting && !wasWaiting)
        logger.warn('the disk of the batch part is nearly full: batches wait for room')
      if (isWaiting) throw diskFull()
      return frontier.release(limit)
    },
  }
}

/** Of the disk that a database's folder is on, as it is at each call. */
export function spaceOf(folder: string, db: DatabaseSync): () => Space {
  const pages = db.prepare(
    'SELECT freelist_count * page_size AS spare FROM pragma_freelist_count, pragma_page_size',
  )
  return () => {
    const { bsize, blocks, bavail } = statfsSync(folder)
    const { spare } = pages.get() as { spare: number }
    return { size: blocks * bsize, free: bavail * bsize, spare }
  }
}
