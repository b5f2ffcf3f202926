import { Metadata, type ServiceError } from '@grpc/grpc-js'
import { Failure, unavailable } from '#shared/errors.ts'
import type { CallOptions, Lookups, SitemapPage } from '#shared/ports/lookups.ts'
import { fromThrottledStatus } from '#shared/rpc/grpc-status.ts'
import { sitemapPage } from '#shared/rpc/lookups/messages.ts'
import { eachLookup, type LookupMethod, splitCall, toRequest } from '#shared/rpc/lookups/methods.ts'
import {
  batchHeader,
  laneHeader,
  lookupsService,
  politenessHeader,
  serviceName,
  traceHeader,
} from '#shared/rpc/lookups/protocol.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
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
  readonly secret: PartsSecret
  /** Gets a warning about servers that do not answer, or that refuse the secret. */
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

  async function ask(method: LookupMethod, args: readonly unknown[], budget: CallOptions): Promise<unknown> {
    const timeoutMs = Math.min(budget.timeoutMs, maxTimeoutMs)
    if (!(timeoutMs > 0)) throw unavailable(SERVICE)
    const deadline = Date.now() + timeoutMs
    const metadata = metadataOf(budget)
    for (let attempt = 1; ; attempt++) {
      const server = await servers.next(deadline)
      try {
        return await unary(server, methodOf(method.rpc), toRequest(method, args), metadata, deadline)
      } catch (error) {
        if (attempt === ATTEMPTS || !isConnectionLost(error)) throw toLookupError(error)
      }
    }
  }

  return {
    ...eachLookup<CallOptions>((method) => async (...call) => {
      const [args, budget] = splitCall(call)
      return method.reply.decode(await ask(method, args, budget))
    }),
    listSitemap: (url, budget, signal) => listSitemap(servers, url, budget, signal),
    ping: () => checkHealth(servers, SERVICE, serviceName, Date.now() + Math.min(PING_MS, maxTimeoutMs)),
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
  const call = serverStream(server, method, { url }, metadataOf(budget), deadline)
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) cancel()
    for await (const reply of call) yield sitemapPage.decode(reply)
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

function methodOf(name: string): AnyMethod {
  return lookupsService[name] as AnyMethod
}

/** traceparent (W3C Trace Context, section 3.2). A value of any other form is ignored. */
const traceForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/

function metadataOf({ traceparent, lane = 'interactive', batch, politeness }: CallOptions): Metadata {
  const isTraced = traceparent !== undefined && traceForm.test(traceparent)
  if (!isTraced && lane === 'interactive' && batch === undefined) return noMetadata
  const metadata = new Metadata()
  if (isTraced) metadata.set(traceHeader, traceparent)
  metadata.set(laneHeader, lane)
  if (batch !== undefined) metadata.set(batchHeader, batch)
  if (politeness !== undefined) metadata.set(politenessHeader, politeness)
  return metadata
}
