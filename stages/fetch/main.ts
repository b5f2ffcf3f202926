import { makeIsolatedProcesses } from '#shared/adapters/processes/isolated-processes.ts'
import { type MemoryBudget, TENANT_MEMORY_SHARE } from '#shared/async/memory-budget.ts'
import type { Config } from '#shared/config/config.ts'
import type { Egress } from '#shared/egress/egress.ts'
import { egressFromConfig } from '#shared/egress/egress-from-config.ts'
import { measuredEgress } from '#shared/egress/measured-egress.ts'
import { restingRecord } from '#shared/messages/payloads/host-resting.ts'
import { hostKey } from '#shared/messages/topics.ts'
import { MAX_REST_MS } from '#shared/politeness/cooldown.ts'
import { politenessFromConfig } from '#shared/politeness/from-config.ts'
import type { HostGroups } from '#shared/politeness/host-groups.ts'
import { makeHostWaits } from '#shared/politeness/host-waits.ts'
import type { StoreRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import { STAGE_TRIES, stageOptions } from '#shared/stage/stage-options.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import { fetchHandler } from './fetch-handler.ts'
import { type HttpClient, makeHttpClient } from './http/client.ts'
import { makeBatchPermits, type PermitSource } from './http/host-permits.ts'
import { tracedClient } from './http/traced-client.ts'
import { DECODER_BYTES, type DecoderTasks } from './images/image-decoder.ts'
import { makeImageLookups } from './images/image-lookups.ts'
import { cachingClient } from './lookups/caching-client.ts'
import { rememberFailures } from './lookups/failure-memory.ts'
import { makeFetchFile } from './lookups/fetch-file.ts'
import { type LookupClient, PROBE_TIMEOUT_MS, politeClient } from './lookups/lane-clients.ts'
import { type LookupHandlers, routeByLane, tracedHandlers } from './lookups/lookup-handlers.ts'
import { type LookupServiceParts, makeLookupService } from './lookups/lookup-service.ts'
import { makeRecentResponses, type RecentResponses } from './lookups/recent-responses.ts'
import { type DirectLookups, directLookups } from './lookups/server/direct-lookups.ts'
import { startLookupsServer } from './lookups/server/lookups-server.ts'
import type { PoliteOptions } from './polite-fetch.ts'
import type { HostRests } from './report-rests.ts'
import { makeRobots, type Robots } from './robots/robots.ts'
import { makeRobotsGuard, notingWaits, type RobotsGuard } from './robots/robots-guard.ts'
import { makeListSitemap, makeScanSitemap } from './sitemap/sitemap-lookups.ts'
import { makeUploadBacklog } from './upload-backlog.ts'

const MIB = 1024 * 1024
/**
 * A robots.txt that could not be read is requested again after this time, and the batch work of its site
 * rests as long.
 */
const ROBOTS_RETRY_MS = 30_000
/** For reading a robots.txt, and how long it is kept. */
const ROBOTS_TIMEOUT_MS = 3000
const ROBOTS_CACHE_MS = 3_600_000
/**
 * An audit reads the robots.txt that was requested before its page. Less time than this passes between the
 * two.
 */
const RECENT_RESPONSE_MS = 60_000
/** Batch work caches the responses of URLs to which pages refer (icons, sitemaps, links) for this time. */
const LOOKUP_CACHE_MS = 600_000
/** A process that decodes images ends after this time without work. */
const DECODER_IDLE_MS = 60_000

export interface FetchPart extends Component {
  /** `host:port` where the look-ups are served. */
  readonly lookupsAddress: string
  /** The same look-ups for the parts of this process, without the streams. */
  readonly lookups: DirectLookups
}

/**
 * Starts the fetch stage: the look-ups at `listen`, then the consumer. `maxLookupMs`: the longest that a look-up of this
 * process takes.
 */
export async function startFetch(runtime: Runtime, listen: string, maxLookupMs: number): Promise<FetchPart> {
  const { config, logger, memory, objects, store, telemetry } = runtime
  const policy = egressFromConfig(config)
  const egress = measuredEgress(policy, telemetry.metrics)
  const { turns: rateLimiter, units } = politenessFromConfig(store, config, policy)
  const client = tracedClient(clientOf(config, egress, memory), telemetry.tracer)
  // The crawl delay comes from the robots.txt, and reading a robots.txt takes a permit.
  const permits: PermitSource = makeBatchPermits(rateLimiter, (url) => robots.crawlDelayMs(url))
  const recentResponses = makeRecentResponses({
    keepMs: RECENT_RESPONSE_MS,
    maxEntries: 1000,
    maxBytes: 16 * MIB,
  })
  const robots = robotsOf(recentResponses.recording(client), permits)
  const guard = guardOf(runtime, robots, units)
  const decoderTasks = decodersOf(logger)
  const handlersFor = (lookupClient: LookupClient) =>
    handlersOf(runtime, { egress, robots, recentResponses, decoderTasks, ...lookupClient })
  const routed = routeByLane({
    interactive: handlersFor({
      client,
      beforeRequest: (url) => guard.assertAllowed(url, 'interactive'),
      probeTimeoutMs: PROBE_TIMEOUT_MS,
    }),
    batch: handlersFor(politeClient(withCache(client), guard, permits)),
  })
  const handlers = tracedHandlers(routed, telemetry.tracer)
  const { server, lookups } = await serveLookups(runtime, handlers, listen, maxLookupMs)
  const uploads = makeUploadBacklog(uploadBacklogBytes(config))
  const rests = restsOf(runtime, rateLimiter)
  const ports = { client, robots: guard, objects, memory, uploads, units, rests }
  const handler = fetchHandler({ ...ports, polite: politeOptions(permits, rateLimiter) })
  const consumer = await runStage(handler, stageOptions(runtime, config.FETCH_CONCURRENCY, 'waiting'))
  return {
    lookupsAddress: server.address,
    lookups,
    async stop(graceMs) {
      await consumer.drain(graceMs)
      lookups.close()
      await server.close(graceMs)
      rateLimiter.close()
      decoderTasks.close()
      await client.close()
    },
  }
}

/** The look-ups for other processes, and those for the parts of this one. */
async function serveLookups(
  { logger, partsSecret: secret }: Runtime,
  handlers: LookupHandlers,
  listen: string,
  maxTimeoutMs: number,
) {
  const limits = { maxUrls: 200, maxMessageBytes: 4 * MIB, maxConcurrent: 1000 }
  const server = await startLookupsServer({ listen, handlers, limits, secret, log: logger })
  return { server, lookups: directLookups({ handlers, limits, maxTimeoutMs, log: logger }) }
}

/** The guard, which also tells why work of a site whose robots.txt is unavailable waits. */
function guardOf(
  { config, store }: Runtime,
  robots: Robots,
  groups: Pick<HostGroups, 'cached'>,
): RobotsGuard {
  const waits = makeHostWaits(store)
  const about = { reason: 'robots_unavailable', url: null, status: null, batch: null } as const
  return notingWaits(makeRobotsGuard(robots, config.ROBOTS_POLICY, ROBOTS_RETRY_MS), (url, ms) =>
    waits.noteWait([hostKey(url), groups.cached(url)], ms, about),
  )
}

function decodersOf(logger: Runtime['logger']) {
  const decoders: DecoderTasks & { close(): void } = makeIsolatedProcesses({
    service: 'image decoder',
    module: new URL('./images/decoder.worker.ts', import.meta.url),
    memoryBytes: DECODER_BYTES,
    idleMs: DECODER_IDLE_MS,
    warn: (problem) => logger.warn({ problem }, 'the decoder of images lacks a limit'),
  })
  return decoders
}

function restsOf({ log, logger }: Runtime, { restsUntil }: StoreRateLimiter): HostRests {
  return {
    until: restsUntil,
    async report(id, url, until) {
      const telling = log.append([restingRecord({ id, url }, until)])
      // Without it, items of the host wait in the stages.
      await telling.catch((err: unknown) => logger.debug({ err, id }, 'a cooldown could not be reported'))
    },
  }
}

/**
 * Half of the memory one client may use. The other half is for bodies in flight when the object store becomes
 * unavailable.
 */
function uploadBacklogBytes({ BODY_MEMORY_MB }: Config): number {
  return (BODY_MEMORY_MB * MIB * TENANT_MEMORY_SHARE) / 2
}

function clientOf(config: Config, egress: Egress, memory: MemoryBudget): HttpClient {
  return makeHttpClient({
    egress,
    memory,
    limits: {
      timeoutMs: config.FETCH_TIMEOUT_MS,
      maxBytes: config.FETCH_MAX_BYTES,
      maxRedirects: config.FETCH_MAX_REDIRECTS,
    },
  })
}

/** Only batch look-ups request the pages of a whole site. Interactive callers get the current state. */
function withCache(client: HttpClient): HttpClient {
  const limits = { keepMs: LOOKUP_CACHE_MS, maxEntries: 20_000 }
  const caching = cachingClient(client, { ...limits, maxBytes: 64 * MIB, maxFileBytes: 8 * MIB })
  return rememberFailures(caching, limits)
}

function politeOptions(
  permits: PermitSource,
  { restsUntil }: Pick<StoreRateLimiter, 'restsUntil'>,
): PoliteOptions {
  return {
    permits,
    isResting: (url) => restsUntil(url) !== null,
    maxAttempts: STAGE_TRIES,
    retryMs: ROBOTS_RETRY_MS,
    maxRetryMs: MAX_REST_MS,
  }
}

type LaneParts = LookupClient &
  Pick<LookupServiceParts, 'egress' | 'robots'> & {
    readonly recentResponses: RecentResponses
    readonly decoderTasks: DecoderTasks
  }

function handlersOf({ logger: log }: Runtime, parts: LaneParts): LookupHandlers {
  return makeLookupService({
    ...parts,
    ...makeImageLookups({ ...parts, log }),
    fetchFile: makeFetchFile(parts),
    scanSitemap: makeScanSitemap(parts),
    listSitemap: makeListSitemap(parts),
  })
}

function robotsOf(client: Pick<HttpClient, 'fetchPage'>, permits: PermitSource) {
  return makeRobots({
    client,
    permits,
    userAgent: userAgents.desktop,
    cacheMs: ROBOTS_CACHE_MS,
    unreachableCacheMs: ROBOTS_RETRY_MS,
    cacheEntries: 10_000,
    cacheBytes: 64 * MIB,
    timeoutMs: ROBOTS_TIMEOUT_MS,
    maxRedirects: 5,
  })
}
