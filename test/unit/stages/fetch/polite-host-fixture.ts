import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { HostPolicy } from '#shared/politeness/cooldown.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import type { Work } from '#shared/stage/stage-handler.ts'
import { fetchHandler } from '#stages/fetch/fetch-handler.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeBatchPermits } from '#stages/fetch/http/host-permits.ts'
import { type LookupClient, politeClient } from '#stages/fetch/lookups/lane-clients.ts'
import { makeRobots, type Robots } from '#stages/fetch/robots/robots.ts'
import { makeRobotsGuard } from '#stages/fetch/robots/robots-guard.ts'
import { makeUploadBacklog } from '#stages/fetch/upload-backlog.ts'
import type { Embedded } from '#test/support/embedded.ts'
import { type HostVisits, makeVisitRecorder } from '#test/support/sites/visit-recorder.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { loopbackClient, userAgent } from './http/loopback.ts'

/** A host with its own loopback address that records its requests. */
export interface RecordingHost {
  readonly origin: string
  /** Paths in the order of the requests. */
  readonly requested: string[]
  figures(): HostVisits
  close(): Promise<void>
}

/** Listens at 127.0.0.`number`. */
export async function openHost(number: number, answer: RequestListener): Promise<RecordingHost> {
  const policy = makeVisitRecorder()
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    const ended = policy.begin('host')
    response.once('finish', ended).once('close', ended)
    answer(request, response)
  })
  server.listen(0, `127.0.0.${number}`)
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  return {
    origin: `http://${address}:${port}`,
    requested,
    figures: () => policy.visits().get('host') as HostVisits,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** One fetch process of the batch lane. */
export interface Fetcher {
  /**
   * Handles a request for the page like the stage. Rejects with ThrottledError and RetryAfterError as the
   * stage does.
   */
  fetch(url: string, id?: string): Promise<PageFetched>
  readonly lookupClient: LookupClient
  readonly robots: Robots
  readonly client: HttpClient
}

const settings: HostPolicy = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 150,
}

export function openFetcher(
  { objects }: Pick<Embedded, 'objects'>,
  store: ResultStore,
  own: Partial<HostPolicy> = {},
): Fetcher {
  const client = loopbackClient()
  const permits = makeBatchPermits(makeHostRateLimiter(store, { ...settings, ...own }), (url) =>
    robots.crawlDelayMs(url),
  )
  const cache = { cacheMs: 60_000, unreachableCacheMs: 60_000, cacheEntries: 100, cacheBytes: 1_000_000 }
  const robots: Robots = makeRobots({
    client,
    permits,
    userAgent,
    ...cache,
    timeoutMs: 3000,
    maxRedirects: 5,
  })
  const guard = makeRobotsGuard(robots, 'named', 20)
  const polite = { permits, isResting: () => true, maxAttempts: 3, retryMs: 20, maxRetryMs: 5000 }
  const handler = fetchHandler({
    client,
    robots: guard,
    objects,
    memory: unlimitedMemory,
    polite,
    uploads: makeUploadBacklog(Number.POSITIVE_INFINITY),
  })
  return {
    client,
    robots,
    lookupClient: politeClient(client, guard, permits),
    async fetch(url, id = url) {
      const effect = await handler.handle(workOf(url, id))
      const record = 'next' in effect ? effect.next[0] : undefined
      return JSON.parse(record?.value?.toString().split('\n')[0] ?? 'null').page
    },
  }
}

function workOf(url: string, id: string): Work {
  const event = {
    ...{ id, source: '/feeder', type: 'inspection.requested.v1', subject: id, key: '', attributes: {} },
    json: JSON.stringify({ operation: 'metadata', parameters: { url } }),
  }
  return { event, lane: 'batch', signal: new AbortController().signal }
}
