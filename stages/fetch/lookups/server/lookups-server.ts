import { Failure } from '#shared/errors.ts'
import {
  type FetchFileRequest,
  lookupsService,
  type ProbeRequest,
  type RobotsRequest,
  type ScanSitemapRequest,
  serviceName,
  type UrlRequest,
} from '#shared/rpc/lookups/protocol.ts'
import { type GrpcServer, startGrpcServer } from '#shared/rpc/server.ts'
import type { LookupHandlers } from '../lookup-handlers.ts'
import { type CallLog, streamingCalls, unaryCalls } from './grpc-calls.ts'
import {
  describeImageReply,
  fetchFileReply,
  judgeTargetReply,
  listSitemapEnd,
  probeReply,
  robotsReply,
  scanSitemapReply,
} from './to-proto.ts'

export interface LookupsLimits {
  /** URLs in one probe. */
  readonly maxUrls: number
  /** Bytes of one message, in either direction. */
  readonly maxMessageBytes: number
  /** Concurrent calls. Further calls are refused with UNAVAILABLE. */
  readonly maxConcurrent: number
}

export interface LookupsServerOptions {
  /** `host:port`. Port 0 takes any free port. */
  readonly listen: string
  readonly handlers: LookupHandlers
  readonly limits: LookupsLimits
  /** Receives errors that the handlers did not expect. */
  readonly log?: CallLog
}

export type LookupsServer = GrpcServer

/**
 * Serves `proto/lookups.proto` and the standard health service. Rejects when it cannot listen at the address.
 */
export function startLookupsServer(options: LookupsServerOptions): Promise<LookupsServer> {
  return startGrpcServer({
    listen: options.listen,
    name: serviceName,
    definition: lookupsService,
    implementation: implementation(options),
    maxMessageBytes: options.limits.maxMessageBytes,
  })
}

function implementation({ handlers, limits, log }: LookupsServerOptions) {
  const unary = unaryCalls(limits.maxConcurrent, log)
  const streaming = streamingCalls(log)
  return {
    JudgeTarget: unary(async ({ url }: UrlRequest, context) =>
      judgeTargetReply(await handlers.checkTarget(url, context)),
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
    ListSitemap: streaming(async ({ url }: UrlRequest, emit, context) =>
      emit(listSitemapEnd(await handlers.listSitemap(url, emit, context))),
    ),
  }
}

function tooManyUrls(most: number): Failure {
  return new Failure('VALIDATION_ERROR', `At most ${most} URLs in one call`)
}
