import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { asUnavailable } from '#shared/errors.ts'
import type { OwnedSite } from '../../../../shards/site/owned-site.ts'
import type { ReportThread } from '../report-thread.ts'
import { holdTurn } from './hold-turn.ts'

export interface CopySenderOptions {
  readonly thread: ReportThread
  /** The folder of copies, which exists. */
  readonly folder: string
}

/** The bytes of a file with what a shard has of a batch. The file is removed when the reader stops. */
export type SendCopy = (site: OwnedSite, id: string, signal: AbortSignal) => AsyncIterable<Uint8Array>

/** Copies that are on the disk at the same time. */
const COPIES_AT_ONCE = 4
/** Whose turn it is to copy for other processes. */
const OTHERS = ''

/** Makes the function that sends copies to other processes. They wait for each other. */
export function makeCopySender({ thread, folder }: CopySenderOptions): SendCopy {
  const permits = makeSemaphore(COPIES_AT_ONCE)
  return async function* ({ path, lost }, id, callerSignal) {
    const signal = AbortSignal.any([callerSignal, lost])
    const release = await holdTurn((work) => permits.run(work, signal))
    let own: string | null = null
    try {
      own = await asUnavailable('disk', () => mkdtemp(join(folder, 'copy-')))
      const target = join(own, 'copy.db')
      await asUnavailable('batches', () =>
        thread.run('copy', { path, id, target }, { owner: OTHERS, signal }),
      )
      yield* createReadStream(target, { signal })
    } finally {
      if (own !== null) await rm(own, { recursive: true, force: true })
      release()
    }
  }
}
