import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

/** The service name in calls and health checks. */
export const serviceName = 'pageprobe.lookups.v1.Lookups'

/** The service of `proto/lookups.proto`: server and client share this definition. */
export const lookupsService = loadSync(`${import.meta.dirname}/../../../proto/lookups.proto`, {
  enums: String,
  longs: Number,
  defaults: true,
})[serviceName] as ServiceDefinition

/** Request metadata with the W3C trace context. */
export const traceHeader = 'traceparent'

/** Request metadata with the lane of the work. Default: interactive. */
export const laneHeader = 'lane'

export type Method =
  | 'JudgeTarget'
  | 'Robots'
  | 'Probe'
  | 'DescribeImage'
  | 'FetchFile'
  | 'ScanSitemap'
  | 'ListSitemap'

/** Messages as the loader decodes them: enums by name; an unset optional field is absent. */
export interface UrlRequest {
  readonly url: string
}

export interface RobotsRequest {
  readonly url: string
  readonly userAgent: string
}

export interface ProbeRequest {
  readonly urls: readonly string[]
}

export interface FetchFileRequest {
  readonly url: string
  readonly maxBytes: number
}

export interface ScanSitemapRequest {
  readonly url: string
  readonly lookFor: readonly string[]
}

export interface JudgeTargetReply {
  readonly kind: string
  readonly address?: string | null
  readonly reason?: string | null
  readonly message?: string | null
}

export interface RobotsReply {
  readonly robotsUrl: string
  readonly state: string
  readonly allowed: boolean
  readonly rule?: string | null
  readonly line?: number | null
  readonly group?: string | null
  readonly crawlDelay?: number | null
  readonly sitemaps: readonly string[]
  readonly status?: number | null
}

export interface ProbeReplyAnswer {
  readonly url: string
  readonly status?: number | null
  readonly location?: string | null
  readonly contentType?: string | null
  readonly error?: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly httpVersion?: string | null
}

export interface ProbeReply {
  readonly answers: readonly ProbeReplyAnswer[]
}

export interface DescribeImageReply {
  readonly url: string
  readonly width?: number | null
  readonly height?: number | null
  readonly format?: string | null
  readonly dominantColor?: string | null
}

export interface FetchFileReply {
  readonly url: string
  readonly finalUrl: string
  readonly status?: number | null
  readonly error?: string | null
  readonly redirects: readonly { readonly url: string; readonly status: number; readonly location: string }[]
  readonly contentType?: string | null
  readonly robotsHeaders: readonly string[]
  readonly linkHeaders: readonly string[]
  readonly body: Uint8Array
  readonly isCut: boolean
}

export interface TallyMessage {
  readonly count: number
  readonly first?: string | null
}

/** How the read of a sitemap ended. */
export interface SitemapEndMessage {
  readonly status?: number | null
  readonly error?: string | null
  readonly kind: string
  readonly fault?: { readonly message: string; readonly line: number } | null
  readonly bytes: number
  readonly entries: number
  readonly isCut: boolean
}

export interface ScanSitemapReply extends SitemapEndMessage {
  readonly url: string
  readonly foreign: TallyMessage | null
  readonly lastmodInvalid: TallyMessage | null
  readonly lastmodFuture: TallyMessage | null
  readonly children: readonly string[]
  readonly matches: readonly {
    readonly loc: string
    readonly lastmod?: string | null
    readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
  }[]
}

export interface ListSitemapReply {
  readonly pages: readonly string[]
  readonly sitemaps: readonly string[]
  readonly end?: SitemapEndMessage | null
}
