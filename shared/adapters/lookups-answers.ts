import { Failure } from '#shared/errors.ts'
import type {
  DescribeImageReply,
  JudgeTargetReply,
  ProbeReply,
  ProbeReplyAnswer,
  RobotsReply,
} from '#shared/lookups/protocol.ts'
import type { ImageDescription, ProbeAnswer, RobotsVerdict, TargetVerdict } from '#shared/ports/lookups.ts'

// Messages to port terms, checked: a word that this version does not know is an error, not a value.

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

function word<T extends string>(words: readonly T[], name: string | null | undefined): T {
  const found = words.find((one) => one.toUpperCase() === name)
  if (found === undefined)
    throw new Failure('INTERNAL_ERROR', 'The look-up gave an answer that is not understood')
  return found
}

export function targetVerdict(reply: JudgeTargetReply): TargetVerdict {
  const kind = word(kinds, reply.kind)
  if (kind !== 'refused') return { kind }
  return { kind, reason: word(reasons, reply.reason), message: reply.message ?? '' }
}

export function robotsVerdict(reply: RobotsReply): RobotsVerdict {
  return {
    robotsUrl: reply.robotsUrl,
    state: word(states, reply.state),
    allowed: reply.allowed,
    rule: reply.rule ?? null,
    line: reply.line ?? null,
    group: reply.group ?? null,
    crawlDelay: reply.crawlDelay ?? null,
    sitemaps: reply.sitemaps,
  }
}

export function probeAnswers(reply: ProbeReply): ProbeAnswer[] {
  return reply.answers.map(probeAnswer)
}

function probeAnswer(reply: ProbeReplyAnswer): ProbeAnswer {
  return {
    url: reply.url,
    status: reply.status ?? null,
    location: reply.location ?? null,
    contentType: reply.contentType ?? null,
    error: typeof reply.error === 'string' ? word(errors, reply.error) : null,
  }
}

export function imageDescription(reply: DescribeImageReply): ImageDescription {
  return {
    url: reply.url,
    width: reply.width ?? null,
    height: reply.height ?? null,
    format: reply.format ?? null,
    dominantColor: reply.dominantColor ?? null,
  }
}
