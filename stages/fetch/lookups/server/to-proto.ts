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

// Port terms to messages: enum values are the port's words in capitals, null is a field that is not set.

export function judgeTargetReply(decision: TargetDecision): JudgeTargetReply {
  const kind = decision.kind.toUpperCase()
  if (decision.kind !== 'refused') return { kind, ...(decision.address && { address: decision.address }) }
  return { kind, reason: decision.reason.toUpperCase(), message: decision.message }
}

export function robotsReply(decision: RobotsDecision): RobotsReply {
  return { ...decision, state: decision.state.toUpperCase() }
}

export function probeReply(answers: readonly ProbeAnswer[]): ProbeReply {
  return { answers: answers.map((answer) => ({ ...answer, error: errorName(answer) })) }
}

function errorName({ error }: Pick<ProbeAnswer, 'error'>): string | null {
  return error?.toUpperCase() ?? null
}

export function describeImageReply(description: ImageDescription): DescribeImageReply {
  return description
}

export function fetchFileReply(file: FetchedFile): FetchFileReply {
  return { ...file, error: errorName(file) }
}

export function scanSitemapReply(scan: SitemapScan): ScanSitemapReply {
  return { ...scan, error: errorName(scan), kind: scan.kind.toUpperCase() }
}

/** The last part of a listing. */
export function listSitemapEnd(end: SitemapSummary): ListSitemapReply {
  return { pages: [], sitemaps: [], end: { ...end, error: errorName(end), kind: end.kind.toUpperCase() } }
}
