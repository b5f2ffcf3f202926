import type { MemoryBudget } from '#shared/async/memory-budget.ts'
import type { Config } from '#shared/config/config.ts'
import type { Egress } from '#shared/egress/egress.ts'
import { egressFromConfig } from '#shared/egress/egress-from-config.ts'
import { measuredEgress } from '#shared/egress/measured-egress.ts'
import { politenessFromConfig } from '#shared/politeness/from-config.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'
import { userAgents } from '#shared/user-agents.ts'
import type { BatchManners } from './fetch-in-turn.ts'
import { makeHeldBodies } from './held-bodies.ts'
import { type HttpClient, makeHttpClient } from './http/client.ts'
import type { Pace } from './http/pace.ts'
import { tracedClient } from './http/traced-client.ts'
import { makeDescribeImage } from './images/describe-image.ts'
import { type JustRead, makeJustRead } from './just-read.ts'
import { type LookupParts, lookupHandlers } from './lookups/answers.ts'
import { type Asker, patientAsker, promptAsker } from './lookups/askers.ts'
import { byLane } from './lookups/by-lane.ts'
import { makeFetchFile } from './lookups/fetch-file.ts'
import type { LookupHandlers } from './lookups/handlers.ts'
import { rememberingClient } from './lookups/remembering-client.ts'
import { startLookupsServer } from './lookups/server.ts'
import { tracedHandlers } from './lookups/traced-handlers.ts'
import { makePace } from './pace.ts'
import { makeRobots } from './robots/robots.ts'
import { makeRobotsGate } from './robots-gate.ts'
import { makeListSitemap } from './sitemap/list-sitemap.ts'
import { makeScanSitemap } from './sitemap/scan-sitemap.ts'
import { fetchStep } from './step.ts'

const MIB = 1024 * 1024
/** A robots.txt that could not be read is asked for again after this time, and batch work rests so long for it. */
const POSTPONED_MS = 30_000
/** An audit reads the robots.txt that was asked before its page was: from one to the other it takes less than this. */
const JUST_READ_MS = 60_000

export interface FetchPart extends Component {
  /** `host:port` where the look-ups are served. */
  readonly lookupsAddress: string
}

/** Starts the fetch stage: its look-ups at `listen`, then its work. */
export async function startFetch(runtime: Runtime, listen: string): Promise<FetchPart> {
  const { config, logger, memory, objects, store, telemetry } = runtime
  const policy = egressFromConfig(config)
  const egress = measuredEgress(policy, telemetry.metrics)
  const { turns, units } = politenessFromConfig(store, config, policy)
  const client = tracedClient(clientOf(config, egress, memory), telemetry.tracer)
  // What was read of a site's robots.txt tells how long the site rests, and reading it takes a turn.
  const pace: Pace = makePace(turns, (url) => robots.crawlDelayMs(url))
  const justRead = makeJustRead({ keepMs: JUST_READ_MS, maxEntries: 1000, maxBytes: 16 * MIB })
  const robots = robotsOf(config, justRead.noting(client), pace)
  const gate = makeRobotsGate(robots, config.ROBOTS_POLICY, POSTPONED_MS)
  const handlersFor = (asker: Asker) => handlersOf(runtime, { egress, robots, justRead, ...asker })
  const handlers = byLane({
    interactive: handlersFor(promptAsker(client, gate, config.PROBE_TIMEOUT_MS)),
    batch: handlersFor(patientAsker(remembering(client, config), gate, pace)),
  })
  const server = await startLookupsServer({
    listen,
    handlers: tracedHandlers(handlers, telemetry.tracer),
    limits: { maxUrls: 200, maxMessageBytes: 4 * MIB, maxConcurrent: 1000 },
    log: logger,
  })
  const held = makeHeldBodies(heldBytesOf(config))
  const ports = { client, robots: gate, objects, memory, held, units }
  const step = fetchStep({ ...ports, batch: mannersOf(config, pace) })
  const consumer = await runStage(step, stageOptions(runtime, config.FETCH_CONCURRENCY, 'waiting'))
  return {
    lookupsAddress: server.address,
    async stop(graceMs) {
      await consumer.drain(graceMs)
      await server.close(graceMs)
      await client.close()
    },
  }
}

/** Half of what one client may take: the other half is for what was under way when the object store went away. */
function heldBytesOf({ BODY_MEMORY_MB, BODY_MEMORY_SHARE }: Config): number {
  return (BODY_MEMORY_MB * MIB * BODY_MEMORY_SHARE) / 2
}

function clientOf(config: Config, egress: Egress, memory: MemoryBudget): HttpClient {
  return makeHttpClient({
    egress,
    memory,
    limits: {
      timeoutMs: config.FETCH_TIMEOUT_MS,
      maxBytes: config.FETCH_MAX_BYTES,
      unpacking: { maxRatio: config.FETCH_MAX_RATIO, freeBytes: config.FETCH_RATIO_FROM_BYTES },
      maxRedirects: config.FETCH_MAX_REDIRECTS,
      maxHeaderBytes: config.FETCH_MAX_HEADER_BYTES,
      connectionsPerOrigin: config.FETCH_CONNECTIONS_PER_ORIGIN,
      idleMs: config.FETCH_IDLE_MS,
    },
  })
}

/** Only the batch lane asks for a whole site's pages: an interactive caller hears what is so now. */
function remembering(client: HttpClient, config: Config): HttpClient {
  const keepMs = config.BATCH_LOOKUP_CACHE_SECONDS * 1000
  return rememberingClient(client, { keepMs, maxEntries: 20_000, maxBytes: 64 * MIB, maxFileBytes: 8 * MIB })
}

function mannersOf(config: Config, pace: Pace): BatchManners {
  const mostLaterMs = config.BATCH_HOST_REST_MAX_MS
  return { pace, tries: config.STAGE_TRIES, laterMs: POSTPONED_MS, mostLaterMs }
}

type Served = Asker & Pick<LookupParts, 'egress' | 'robots'> & { readonly justRead: JustRead }

function handlersOf(runtime: Runtime, parts: Served): LookupHandlers {
  const { config } = runtime
  const sitemaps = {
    ...parts,
    maxBytes: config.AUDIT_SITEMAP_MAX_BYTES,
    maxWorkMs: config.AUDIT_SITEMAP_WORK_MS,
  }
  return lookupHandlers({
    ...parts,
    describeImage: describerOf(runtime, parts),
    fetchFile: makeFetchFile({ ...parts, maxBytes: config.AUDIT_FILE_MAX_BYTES }),
    scanSitemap: makeScanSitemap(sitemaps),
    listSitemap: makeListSitemap(sitemaps),
  })
}

function robotsOf(config: Config, client: Pick<HttpClient, 'fetchPage'>, pace: Pace) {
  return makeRobots({
    client,
    pace,
    userAgent: userAgents.desktop,
    cacheMs: config.ROBOTS_CACHE_SECONDS * 1000,
    unreachableCacheMs: POSTPONED_MS,
    cacheEntries: 10_000,
    cacheBytes: 64 * MIB,
    timeoutMs: config.ROBOTS_TIMEOUT_MS,
    maxRedirects: 5,
  })
}

function describerOf({ config, logger }: Runtime, { client, enter }: Asker) {
  return makeDescribeImage({
    download: (url, limits) => client.fetchPage({ url, userAgent: userAgents.desktop, enter, ...limits }),
    limits: {
      maxBytes: config.IMAGE_MAX_BYTES,
      maxSvgBytes: MIB / 4,
      maxPixels: config.IMAGE_MAX_PIXELS,
      timeoutMs: config.PROBE_TIMEOUT_MS,
      maxDescriptions: 16,
      maxDecodes: 2,
    },
    log: logger,
  })
}
