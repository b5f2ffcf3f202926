import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#shared/config/config.ts'
import { type Retention, topicSpecs } from '#shared/messages/topic-specs.ts'
import type { Adapters } from './adapters.ts'

const RETRY_MS = 500
const MIB = 1024 * 1024

/** Creates the topics and waits until log, store and objects answer; retries without end, with one warning each. */
export async function waitForServices(
  { log, store, objects }: Adapters,
  config: Config,
  logger: Logger,
): Promise<void> {
  await Promise.all([
    retryUntilReady('log', () => log.createTopics(topicSpecs(retentionOf(config))), logger),
    retryUntilReady('store', () => store.ping(), logger),
    retryUntilReady('objects', () => objects.ping(), logger),
  ])
}

/** How long the log keeps its records, by the settings. */
function retentionOf(config: Config): Retention {
  return {
    workMs: config.WORK_RETENTION_MS,
    eventMs: config.EVENT_RETENTION_MS,
    workSegments: { ms: config.WORK_SEGMENT_MS, bytes: config.WORK_SEGMENT_MB * MIB },
    pageBytes: config.WORK_RETENTION_MB * MIB,
  }
}

async function retryUntilReady(service: string, work: () => Promise<void>, logger: Logger): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (err) {
      if (attempt === 0) logger.warn({ err, service }, 'waiting for a backing service')
      await delay(RETRY_MS)
    }
  }
}
