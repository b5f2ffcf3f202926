import { refusalReasons } from '#shared/egress/policy/target-decision.ts'
import { type ErrorCode, errorCodes } from '#shared/errors.ts'
import {
  type FetchedFile,
  type ImageDescription,
  type ProbeAnswer,
  type RobotsDecision,
  type SitemapMatch,
  type SitemapPage,
  type SitemapScan,
  type SitemapSummary,
  siteFailures,
  type Tally,
  type TargetDecision,
  type Thumbnail,
  type ThumbnailAnswer,
} from '#shared/ports/lookups.ts'
import {
  type Codec,
  type Fields,
  inField,
  listOf,
  nullable,
  oneOf,
  optional,
  plain,
  record,
} from '../codec.ts'

// The messages of `proto/lookups.proto` that carry values of the port.

type Allowed = Exclude<TargetDecision, { kind: 'refused' }>
type Refused = Extract<TargetDecision, { kind: 'refused' }>

const kind = oneOf(['allowed', 'unresolvable', 'refused'])
const allowed = record<Allowed>({ kind: kind as Codec<Allowed['kind']>, address: optional() })
const refused = record<Refused>({
  kind: kind as Codec<'refused'>,
  reason: oneOf(refusalReasons),
  message: plain(),
})

export const targetDecision: Codec<TargetDecision> = {
  encode: (decision) => (decision.kind === 'refused' ? refused.encode(decision) : allowed.encode(decision)),
  decode: (message) =>
    kind.decode((message as { kind: unknown }).kind) === 'refused'
      ? refused.decode(message)
      : allowed.decode(message),
}

export const robotsDecision = record<RobotsDecision>({
  robotsUrl: plain(),
  state: oneOf(['found', 'absent', 'unreachable']),
  allowed: plain(),
  rule: nullable(),
  line: nullable(),
  group: nullable(),
  crawlDelay: nullable(),
  sitemaps: plain(),
  status: optional(),
  siteFailure: optional(oneOf(siteFailures)),
})

const error = nullable(
  oneOf(['refused', 'dns_failure', 'connection_failed', 'tls_error', 'timeout'] as const),
)

const probeAnswer = record<ProbeAnswer>({
  url: plain(),
  status: nullable(),
  location: nullable(),
  contentType: nullable(),
  error,
  headers: plain(),
  httpVersion: nullable(oneOf(['1.1', '2'])),
})

export const probeAnswers = inField('answers', listOf(probeAnswer))

export const imageDescription = record<ImageDescription>({
  url: plain(),
  width: nullable(),
  height: nullable(),
  format: nullable(),
  dominantColor: nullable(),
})

/** Copied, since the bytes from gRPC are a view of the whole message. */
const bytes: Codec<Uint8Array> = {
  encode: (value) => value,
  decode: (message) => new Uint8Array(message as Uint8Array),
}

const errorCode = oneOf(Object.keys(errorCodes) as ErrorCode[])

/** Details are sent as JSON. */
const json: Codec<object> = {
  encode: (value) => JSON.stringify(value),
  decode: (message) => JSON.parse(message as string),
}

export const thumbnailAnswer = record<ThumbnailAnswer>({
  image: nullable(
    record<Thumbnail>({
      body: bytes,
      contentType: plain(),
      width: plain(),
      height: plain(),
      sourceWidth: plain(),
      sourceHeight: plain(),
    }),
  ),
  failure: nullable(
    record<NonNullable<ThumbnailAnswer['failure']>>({
      code: errorCode,
      message: plain(),
      details: nullable(json),
    }),
  ),
})

export const fetchedFile = record<FetchedFile>({
  url: plain(),
  finalUrl: plain(),
  status: nullable(),
  error,
  redirects: plain(),
  contentType: nullable(),
  robotsHeaders: plain(),
  linkHeaders: plain(),
  body: bytes,
  isCut: plain(),
})

const sitemapSummary: Fields<SitemapSummary> = {
  status: nullable(),
  error,
  kind: oneOf(['urlset', 'index', 'text', 'other']),
  fault: nullable(),
  bytes: plain(),
  entries: plain(),
  isCut: plain(),
}

const countAndFirst = record<Tally>({ count: plain(), first: nullable() })

/** An absent tally is zero. */
const tally: Codec<Tally> = {
  encode: countAndFirst.encode,
  decode: (message) => countAndFirst.decode(message ?? { count: 0 }),
}

export const sitemapScan = record<SitemapScan>({
  url: plain(),
  ...sitemapSummary,
  foreign: tally,
  lastmodInvalid: tally,
  lastmodFuture: tally,
  children: plain(),
  matches: listOf(record<SitemapMatch>({ loc: plain(), lastmod: nullable(), alternates: plain() })),
})

export const sitemapPage = record<SitemapPage>({
  pages: plain(),
  sitemaps: plain(),
  end: nullable(record(sitemapSummary)),
})
