import { Server, ServerCredentials } from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'
import { Failure } from '#shared/errors.ts'
import {
  type FetchFileRequest,
  lookupsService,
  type ProbeRequest,
  type RobotsRequest,
  type ScanSitemapRequest,
  serviceName,
  type UrlRequest,
} from '#shared/lookups/protocol.ts'
import type { LookupHandlers } from './handlers.ts'
import {
  describeImageReply,
  fetchFileReply,
  judgeTargetReply,
  probeReply,
  robotsReply,
  scanSitemapReply,
} from './replies.ts'
import { type CallLog, unaryCalls } from './unary.ts'

export interface LookupsLimits {
  /** URLs in one probe. */
  readonly maxUrls: number
  /** Bytes of one message, in either direction. */
  readonly maxMessageBytes: number
  /** Calls at work at once; the next is refused with UNAVAILABLE. */
  readonly maxConcurrent: number
}

export interface LookupsServerOptions {
  /** `host:port`; port 0 takes any free one. */
  readonly listen: string
  readonly handlers: LookupHandlers
  readonly limits: LookupsLimits
  /** Hears of errors that the handlers did not foresee. */
  readonly log?: CallLog
}

export interface LookupsServer {
  /** `host:port` where it listens. */
  readonly address: string
  /** What the health service says from now on; calls are served either way. */
  setServing(serving: boolean): void
  /** Reports NOT_SERVING, takes no new call, and ends those at work after `graceMs` by aborting them. */
  close(graceMs: number): Promise<void>
}

/** Serves `proto/lookups.proto` and the standard health service. Rejects when it can't listen there. */
export async function startLookupsServer(options: LookupsServerOptions): Promise<LookupsServer> {
  const { maxMessageBytes } = options.limits
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
  })
  server.addService(lookupsService, implementation(options))
  const health = new HealthImplementation({ '': 'SERVING', [serviceName]: 'SERVING' })
  health.addToServer(server)
  const port = await bind(server, options.listen)

  const setServing = (serving: boolean) => {
    for (const name of ['', serviceName]) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING')
  }
  return {
    address: options.listen.replace(/:\d+$/, `:${port}`),
    setServing,
    async close(graceMs) {
      setServing(false)
      await shutDown(server, graceMs)
    },
  }
}

function implementation({ handlers, limits, log }: LookupsServerOptions) {
  const unary = unaryCalls(limits.maxConcurrent, log)
  return {
    JudgeTarget: unary(async ({ url }: UrlRequest, context) =>
      judgeTargetReply(await handlers.judgeTarget(url, context)),
    ),
    Robots: unary(async ({ url, userAgent }: RobotsRequest, context) =>
      robotsReply(await handlers.robots(url, userAgent, context)),
    ),
    Probe: unary(async ({ urls }: ProbeRequest, context) => {
      if (urls.length > limits.maxUrls) throw tooManyUrls(limits.maxUrls)
      return probeReply(await handlers.probe(urls, context))
    }),
    DescribeImage: unary(async ({ url }: UrlRequest, context) =>
      describeImageReply(await handlers.describeImage(url, context)),
    ),
    FetchFile: unary(async ({ url, maxBytes }: FetchFileRequest, context) =>
      fetchFileReply(await handlers.fetchFile(url, maxBytes, context)),
    ),
    ScanSitemap: unary(async ({ url, lookFor }: ScanSitemapRequest, context) =>
      scanSitemapReply(await handlers.scanSitemap(url, lookFor, context)),
    ),
  }
}

function tooManyUrls(most: number): Failure {
  return new Failure('VALIDATION_ERROR', `At most ${most} URLs in one call`)
}

function bind(server: Server, listen: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(listen, ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
}

/** By force only what gRPC's channelz knows: it must stay switched on. */
function shutDown(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), graceMs)
    server.tryShutdown(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
