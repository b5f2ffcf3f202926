import { randomUUID } from 'node:crypto'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import { startCleanup } from '../adapters/postgres/cleanup/cleanup.ts'
import { migrate } from '../adapters/postgres/connection/migrations.ts'
import { openPostgres } from '../adapters/postgres/connection/postgres.ts'
import { reportHealth } from '../adapters/postgres/connection/report-health.ts'
import { readFigures } from '../adapters/postgres/dispatch/survey.ts'
import { postgresFrontier, storedSecret } from '../adapters/postgres/postgres-frontier.ts'
import { readResults } from '../adapters/postgres/results/read-results.ts'
import { startSegmentWork } from '../adapters/postgres/results/segment-work.ts'
import { postgresSiteReports, postgresSiteStore } from '../adapters/postgres/site/postgres-site-store.ts'
import { REPORT_BUDGET } from '../adapters/sqlite/site/site-reports.ts'
import { discover } from '../crawl/discover.ts'
import { makeNotifier } from '../notifier.ts'
import { frontierSettings } from './frontier-options.ts'
import type { OpenFrontier, OpenOptions } from './open-frontier.ts'
import { addressLearningFrontier, makeQueueNames } from './queues.ts'
import { newSealSecret, publishSealSecret } from './seal-secret.ts'

/** One transaction of them takes some tens of milliseconds. */
const LINES_AT_ONCE = 2000
/** Most connections of a batch part to the database; one more asks whether it answers. */
const CONNECTIONS = 10

/**
 * Opens the frontier in PostgreSQL, which any number of processes share, at `url`, and starts what keeps it tidy. Waits while the
 * database is away. Rejects when its schema is for newer programs alone.
 */
export async function openDatabasePart(options: OpenOptions, url: string): Promise<OpenFrontier> {
  const { runtime, lookups, resources } = options
  const { config, logger, objects, store, telemetry } = runtime
  const postgres = openPostgres({
    ...{ url, connections: CONNECTIONS, metrics: telemetry.metrics, log: logger },
  })
  resources.push(() => postgres.close())
  await retryWhileUnavailable(() => migrate(postgres))
  const made = newSealSecret()
  const secret = await retryWhileUnavailable(() => storedSecret(postgres, 'seal', made))
  resources.push(await publishSealSecret(secret, store, logger))
  const siteReports = postgresSiteReports(url, REPORT_BUDGET)
  resources.push(() => siteReports.stop())
  const notifier = makeNotifier()
  const queueNames = makeQueueNames(config.BATCH_POLITE_BY, lookups)
  const readValue = (dataref: string) => loadLarge(objects, dataref)
  const shared = {
    ...frontierSettings(config, queueNames),
    postgres,
    objects,
    notifier,
    discover,
    readValue,
    logger,
  }
  resources.push(startCleanup(shared), startSegmentWork(shared))
  return {
    ...{ notifier, readValue, siteReports, linesAtOnce: LINES_AT_ONCE, holder: randomUUID() },
    frontier: addressLearningFrontier(postgresFrontier(shared), queueNames),
    sites: postgresSiteStore(postgres),
    readResults: (id, query) => readResults(shared, id, query),
    figures: () => readFigures(postgres, shared.leaseMs),
    secret: () => secret,
    reportHealth: (server) => reportHealth(postgres, server),
  }
}
