import type {
  FetchedFile,
  ImageDescription,
  ProbeAnswer,
  RobotsDecision,
  SitemapScan,
  SitemapSummary,
  TargetDecision,
} from '#shared/ports/lookups.ts'
import type {
  DescribeImageReply,
  FetchFileReply,
  JudgeTargetReply,
  ListSitemapReply,
  ProbeReply,
  RobotsReply,
  ScanSitemapReply,
} from '#shared/rpc/lookups/protocol.ts'

// Converts values of the port to messages: enum values are the port's words in capitals, null is a field that
// is not set.

/** Converts the decision on a target. */
export function judgeTargetReply(decision: TargetDecision): JudgeTargetReply {
  const kind = decision.kind.toUpperCase()
  if (decision.kind !== 'refused') return { kind, ...(decision.address && { address: decision.address }) }
  return { kind, reason: decision.reason.toUpperCase(), message: decision.message }
}

/** Converts a robots.txt decision. */
export function robotsReply(decision: RobotsDecision): RobotsReply {
  return { ...decision, state: decision.state.toUpperCase() }
}

/** Converts the answers of a probe. */
export function probeReply(answers: readonly ProbeAnswer[]): ProbeReply {
  return { answers: answers.map((answer) => ({ ...answer, error: errorName(answer) })) }
}

function errorName({ error }: Pick<ProbeAnswer, 'error'>): string | null {
  return error?.toUpperCase() ?? null
}

/** Converts the description of an image. */
export function describeImageReply(description: ImageDescription): DescribeImageReply {
  return description
}

/** Converts a fetched file. */
export function fetchFileReply(file: FetchedFile): FetchFileReply {
  return { ...file, error: errorName(file) }
}

/** Converts the scan of a sitemap. */
export function scanSitemapReply(scan: SitemapScan): ScanSitemapReply {
  return { ...scan, error: errorName(scan), kind: scan.kind.toUpperCase() }
}

/** The last message of a listing. */
export function listSitemapEnd(end: SitemapSummary): ListSitemapReply {
  return { pages: [], sitemaps: [], end: { ...end, error: errorName(end), kind: end.kind.toUpperCase() } }
}
