import { Failure } from '#shared/errors.ts'
import type {
  FetchedFile,
  ImageDescription,
  ProbeAnswer,
  RobotsDecision,
  SitemapPage,
  SitemapScan,
  SitemapSummary,
  Tally,
  TargetDecision,
} from '#shared/ports/lookups.ts'
import type {
  DescribeImageReply,
  FetchFileReply,
  JudgeTargetReply,
  ListSitemapReply,
  ProbeReply,
  ProbeReplyAnswer,
  RobotsReply,
  ScanSitemapReply,
  SitemapEndMessage,
  TallyMessage,
} from '#shared/rpc/lookups/protocol.ts'

// Conversion of messages to port types. An enum value that this version does not know is an error.

const reasons = [
  'invalid_url',
  'scheme_not_allowed',
  'credentials_not_allowed',
  'port_not_allowed',
  'name_not_allowed',
  'address_not_allowed',
] as const
const kinds = ['allowed', 'unresolvable', 'refused'] as const
const states = ['found', 'absent', 'unreachable'] as const
const errors = ['refused', 'dns_failure', 'connection_failed', 'tls_error', 'timeout'] as const
const httpVersions = ['1.1', '2'] as const
const sitemapKinds = ['urlset', 'index', 'text', 'other'] as const

function enumValue<T extends string>(values: readonly T[], name: string | null | undefined): T {
  const found = values.find((one) => one.toUpperCase() === name)
  if (found === undefined) throw new Failure('INTERNAL_ERROR', 'The look-up returned an unknown value')
  return found
}

/**
 * Converts the reply to JudgeTarget. Throws `INTERNAL_ERROR` for an unknown enum value, like all functions of
 * this file.
 */
export function targetVerdict(reply: JudgeTargetReply): TargetDecision {
  const kind = enumValue(kinds, reply.kind)
  if (kind !== 'refused')
    return { kind, ...(typeof reply.address === 'string' && { address: reply.address }) }
  return { kind, reason: enumValue(reasons, reply.reason), message: reply.message ?? '' }
}

/** Converts the reply to Robots; absent fields become null. */
export function robotsVerdict(reply: RobotsReply): RobotsDecision {
  return {
    robotsUrl: reply.robotsUrl,
    state: enumValue(states, reply.state),
    allowed: reply.allowed,
    rule: reply.rule ?? null,
    line: reply.line ?? null,
    group: reply.group ?? null,
    crawlDelay: reply.crawlDelay ?? null,
    sitemaps: reply.sitemaps,
    ...(typeof reply.status === 'number' && { status: reply.status }),
  }
}

/** Converts the reply to Probe, one answer for each URL. */
export function probeAnswers(reply: ProbeReply): ProbeAnswer[] {
  return reply.answers.map(probeAnswer)
}

function probeAnswer(reply: ProbeReplyAnswer): ProbeAnswer {
  return {
    url: reply.url,
    status: reply.status ?? null,
    location: reply.location ?? null,
    contentType: reply.contentType ?? null,
    error: errorOf(reply),
    headers: { ...reply.headers },
    httpVersion: typeof reply.httpVersion === 'string' ? enumValue(httpVersions, reply.httpVersion) : null,
  }
}

function errorOf({ error }: { readonly error?: string | null }): ProbeAnswer['error'] {
  return typeof error === 'string' ? enumValue(errors, error) : null
}

/** Converts the reply to DescribeImage; absent fields become null. */
export function imageDescription(reply: DescribeImageReply): ImageDescription {
  return {
    url: reply.url,
    width: reply.width ?? null,
    height: reply.height ?? null,
    format: reply.format ?? null,
    dominantColor: reply.dominantColor ?? null,
  }
}

/** Converts the reply to FetchFile and copies its body. */
export function fetchedFile(reply: FetchFileReply): FetchedFile {
  return {
    url: reply.url,
    finalUrl: reply.finalUrl,
    status: reply.status ?? null,
    error: errorOf(reply),
    redirects: reply.redirects.map(({ url, status, location }) => ({ url, status, location })),
    contentType: reply.contentType ?? null,
    robotsHeaders: reply.robotsHeaders,
    linkHeaders: reply.linkHeaders,
    // A copy: the bytes from gRPC are a view of the whole message.
    body: new Uint8Array(reply.body),
    isCut: reply.isCut,
  }
}

/** Converts the reply to ScanSitemap; a missing tally becomes zero. */
export function sitemapScan(reply: ScanSitemapReply): SitemapScan {
  return {
    url: reply.url,
    ...sitemapEnd(reply),
    foreign: tally(reply.foreign),
    lastmodInvalid: tally(reply.lastmodInvalid),
    lastmodFuture: tally(reply.lastmodFuture),
    children: reply.children,
    matches: reply.matches.map(({ loc, lastmod, alternates }) => ({
      loc,
      lastmod: lastmod ?? null,
      alternates: alternates.map(({ hreflang, href }) => ({ hreflang, href })),
    })),
  }
}

function sitemapEnd(reply: SitemapEndMessage): SitemapSummary {
  return {
    status: reply.status ?? null,
    error: errorOf(reply),
    kind: enumValue(sitemapKinds, reply.kind),
    fault: reply.fault ? { message: reply.fault.message, line: reply.fault.line } : null,
    bytes: reply.bytes,
    entries: reply.entries,
    isCut: reply.isCut,
  }
}

/** Converts one message of the reply to ListSitemap; `end` is null except in the last one. */
export function sitemapPart({ pages, sitemaps, end }: ListSitemapReply): SitemapPage {
  return { pages, sitemaps, end: end ? sitemapEnd(end) : null }
}

function tally(message: TallyMessage | null): Tally {
  return { count: message?.count ?? 0, first: message?.first ?? null }
}
