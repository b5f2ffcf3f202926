import { type Client, Metadata, type MethodDefinition, type ServiceError, status } from '@grpc/grpc-js'
import { service as healthService } from 'grpc-health-check'
import { Failure, unavailable } from '#shared/errors.ts'
import { failureOfStatus } from '#shared/lookups/failures.ts'
import { lookupsService, type Method, serviceName, traceHeader } from '#shared/lookups/protocol.ts'
import type { Budget, Lookups } from '#shared/ports/lookups.ts'
import {
  fetchedFile,
  imageDescription,
  probeAnswers,
  robotsVerdict,
  sitemapScan,
  targetVerdict,
} from './lookups-answers.ts'
import { type ConnectionLog, connections } from './lookups-connections.ts'

export interface GrpcLookupsOptions {
  /** Comma list of `host:port` and `dns:name:port`: asked in turn, those that are away are left out. */
  readonly addresses: string
  /** The longest deadline of any call, in milliseconds, whatever its budget says. */
  readonly maxTimeoutMs: number
  /** Bytes of one message; no less than the server's. */
  readonly maxMessageBytes: number
  /** Hears of servers that do not answer. */
  readonly log?: ConnectionLog
}

/** A call whose connection broke is tried once more, elsewhere if there is an elsewhere: look-ups only read. */
const ATTEMPTS = 2

const PING_MS = 1000

const noMetadata = new Metadata()

type AnyMethod = MethodDefinition<unknown, unknown>

/**
 * `Lookups` over gRPC (`proto/lookups.proto`). Connects at the first call. Every call has a deadline; when no server is
 * connected it rejects within 0.5 s, and works again within about a second of a server's return.
 */
export function grpcLookups({ maxTimeoutMs, ...options }: GrpcLookupsOptions): Lookups {
  const servers = connections(options)

  async function ask<R>(method: Method, request: object, budget: Budget): Promise<R> {
    const timeoutMs = Math.min(budget.timeoutMs, maxTimeoutMs)
    if (!(timeoutMs > 0)) throw unavailable('look-ups')
    const deadline = Date.now() + timeoutMs
    const metadata = metadataOf(budget)
    for (let attempt = 1; ; attempt++) {
      const server = await servers.next(deadline)
      try {
        return await unary<R>(server, methodOf(method), request, metadata, deadline)
      } catch (error) {
        if (attempt === ATTEMPTS || !isConnectionLost(error)) throw failureOf(error)
      }
    }
  }

  async function checkHealth(connecting: Promise<Client>, deadline: number): Promise<void> {
    const request = { service: serviceName }
    const { status } = await unary<{ status: string }>(
      await connecting,
      healthCheck,
      request,
      noMetadata,
      deadline,
    )
    if (status !== 'SERVING') throw new Error(`the look-ups report ${status}`)
  }

  return {
    judgeTarget: async (url, budget) => targetVerdict(await ask('JudgeTarget', { url }, budget)),
    robots: async (url, userAgent, budget) => robotsVerdict(await ask('Robots', { url, userAgent }, budget)),
    probe: async (urls, budget) => probeAnswers(await ask('Probe', { urls }, budget)),
    describeImage: async (url, budget) => imageDescription(await ask('DescribeImage', { url }, budget)),
    fetchFile: async (url, maxBytes, budget) =>
      fetchedFile(await ask('FetchFile', { url, maxBytes }, budget)),
    scanSitemap: async (url, lookFor, budget) =>
      sitemapScan(await ask('ScanSitemap', { url, lookFor }, budget)),
    async ping() {
      const deadline = Date.now() + Math.min(PING_MS, maxTimeoutMs)
      try {
        await Promise.any(servers.each(deadline).map((connecting) => checkHealth(connecting, deadline)))
      } catch (cause) {
        throw unavailable('look-ups', cause)
      }
    },
    close: () => servers.close(),
  }
}

const healthCheck = healthService.Check as AnyMethod

function methodOf(name: Method): AnyMethod {
  return lookupsService[name] as AnyMethod
}

/** W3C Trace Context, 3.2: what does not have its form is as good as none. */
const traceForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/

function metadataOf({ traceparent }: Budget): Metadata {
  if (traceparent === undefined || !traceForm.test(traceparent)) return noMetadata
  const metadata = new Metadata()
  metadata.set(traceHeader, traceparent)
  return metadata
}

function unary<R>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: AnyMethod,
  request: object,
  metadata: Metadata,
  deadline: number,
): Promise<R> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      { deadline },
      (error, reply) => (error === null ? resolve(reply as R) : reject(error)),
    )
  })
}

/** gRPC itself says so: a handler's failure, also an overloaded server's, is an answer. */
function isConnectionLost(error: unknown): boolean {
  const { code } = error as ServiceError
  return (
    awayStatuses.has(code) &&
    code !== status.DEADLINE_EXCEEDED &&
    failureOfStatus(error as ServiceError) === null
  )
}

/** A server that is shut down by force cancels the calls at work. */
const awayStatuses: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
])

function failureOf(error: unknown): Failure {
  const told = failureOfStatus(error as ServiceError)
  if (told !== null) return told
  if (awayStatuses.has((error as ServiceError).code)) return unavailable('look-ups', error)
  return new Failure('INTERNAL_ERROR', 'The look-up failed', { cause: error })
}
