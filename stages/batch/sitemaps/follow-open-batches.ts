import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { startBackgroundWork } from '../background-work.ts'
import type { Frontier } from '../frontier/frontier.ts'
import type { SitemapImporter } from './sitemap-importer.ts'

export interface FollowOptions {
  readonly frontier: Pick<Frontier, 'openBatches'>
  readonly importer: Pick<SitemapImporter, 'read'>
  readonly logger: Log
}

const LOOK_MS = 1000

/**
 * Has the sitemaps read of all batches that are open here, also of those whose home comes to this process later. The returned
 * function stops it.
 */
export function followOpenBatches({ frontier, importer, logger }: FollowOptions): () => Promise<void> {
  async function look(): Promise<void> {
    try {
      for (const batch of await frontier.openBatches()) importer.read(batch)
    } catch (err) {
      logger[isUnavailable(err) ? 'debug' : 'error']({ err }, 'open batches cannot be looked for')
    }
  }

  return startBackgroundWork(async (signal) => {
    for (;;) {
      await look()
      await sleep(LOOK_MS, undefined, { signal })
    }
  })
}
