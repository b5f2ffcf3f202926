import { Metadata, type ServiceError } from '@grpc/grpc-js'
import { Failure, unavailable } from '#shared/errors.ts'
import type { CallOptions, Lookups, SitemapPage } from '#shared/ports/lookups.ts'
import {
  type ListSitemapReply,
  laneHeader,
  lookupsService,
  type Method,
  serviceName,
  traceHeader,
} from '#shared/rpc/lookups/protocol.ts'
import { fromThrottledStatus } from '#shared/rpc/lookups/throttled-status.ts'
import {
  type AnyMethod,
  checkHealth,
  isConnectionLost,
  noMetadata,
  serverStream,
  toCallFailure,
  unary,
} from './calls.ts'
import { type ConnectionLog, type Connections, connections } from './connections.ts'
import {
  fetchedFile,
  imageDescription,
  probeAnswers,
  robotsVerdict,
  sitemapPart,
  sitemapScan,
  targetVerdict,
} from './from-proto.ts'

export interface GrpcLookupsOptions {
  /**
   * Comma-separated list of `host:port` and `dns:name:port`, used in turn. Servers that are down are left
   * out.
   */
  readonly addresses: string
  /** Upper limit of the deadline of every call, in milliseconds, whatever its budget. */
  readonly maxTimeoutMs: number
  /** Largest message, in bytes; not less than the server's limit. */
  readonly maxMessageBytes: number
  /** Gets a warning about servers that do not answer. */
  readonly log?: ConnectionLog
}

/** A call whose connection broke is retried once, on another server if there is one: look-ups only read. */
const ATTEMPTS = 2

const PING_MS = 1000

const SERVICE = 'look-ups'

/**
 * `Lookups` over gRPC (`proto/lookups.proto`). Connects at the first call. Every call has a deadline. While
 * no server is connected, calls reject within 0.5 s; they work again within about a second of a server's
 * return.
 */
export function grpcLookups({ maxTimeoutMs, ...options }: GrpcLookupsOptions): Lookups {
  const servers = connections({ ...options, service: SERVICE })

  async function ask<R>(method: Method, request: object, budget: CallOptions): Promise<R> {
    const timeoutMs = Math.min(budget.timeoutMs, maxTimeoutMs)
    if (!(timeoutMs > 0)) throw unavailable(SERVICE)
    const deadline = Date.now() + timeoutMs
    const metadata = metadataOf(budget)
    for (let attempt = 1; ; attempt++) {
      const server = await servers.next(deadline)
      try {
        return await unary<R>(server, methodOf(method), request, metadata, deadline)
      } catch (error) {
        if (attempt === ATTEMPTS || !isConnectionLost(error)) throw toLookupError(error)
      }
    }
  }

  return {
    checkTarget: async (url, budget) => targetVerdict(await ask('JudgeTarget', { url }, budget)),
    robots: async (url, userAgent, budget) => robotsVerdict(await ask('Robots', { url, userAgent }, budget)),
    probe: async (urls, budget) => probeAnswers(await ask('Probe', { urls }, budget)),
    describeImage: async (url, budget) => imageDescription(await ask('DescribeImage', { url }, budget)),
    fetchFile: async (url, maxBytes, budget) =>
      fetchedFile(await ask('FetchFile', { url, maxBytes }, budget)),
    scanSitemap: async (url, lookFor, budget) =>
      sitemapScan(await ask('ScanSitemap', { url, lookFor }, budget)),
    listSitemap: (url, budget, signal) => listSitemap(servers, url, budget, signal),
    async ping() {
      const deadline = Date.now() + Math.min(PING_MS, maxTimeoutMs)
      try {
        await checkHealth(servers, serviceName, deadline)
      } catch (cause) {
        throw unavailable(SERVICE, cause)
      }
    },
    close: () => servers.close(),
  }
}

/** Not retried when the connection breaks: parts of the answer have been delivered already. */
async function* listSitemap(
  servers: Connections,
  url: string,
  budget: CallOptions,
  signal: AbortSignal,
): AsyncGenerator<SitemapPage> {
  if (!(budget.timeoutMs > 0)) throw unavailable(SERVICE)
  const deadline = Date.now() + budget.timeoutMs
  const server = await servers.next(deadline)
  const method = methodOf('ListSitemap')
  const call = serverStream<ListSitemapReply>(server, method, { url }, metadataOf(budget), deadline)
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) cancel()
    for await (const reply of call) yield sitemapPart(reply)
  } catch (error) {
    throw error instanceof Failure ? error : toCallFailure(SERVICE, error)
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function toLookupError(error: unknown): Error {
  return fromThrottledStatus(error as ServiceError) ?? toCallFailure(SERVICE, error)
}

function methodOf(name: Method): AnyMethod {
  return lookupsService[name] as AnyMethod
}

/** traceparent (W3C Trace Context, section 3.2). A value of any other form is ignored. */
const traceForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/

function metadataOf({ traceparent, lane = 'interactive' }: CallOptions): Metadata {
  const isTraced = traceparent !== undefined && traceForm.test(traceparent)
  if (!isTraced && lane === 'interactive') return noMetadata
  const metadata = new Metadata()
  if (isTraced) metadata.set(traceHeader, traceparent)
  metadata.set(laneHeader, lane)
  return metadata
}
