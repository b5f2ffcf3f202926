import type {
  DescribeImageReply,
  JudgeTargetReply,
  ProbeReply,
  RobotsReply,
} from '#shared/lookups/protocol.ts'
import type { ImageDescription, ProbeAnswer, RobotsVerdict, TargetVerdict } from '#shared/ports/lookups.ts'

// Port terms to messages: enum values are the port's words in capitals, null is a field that is not set.

export function judgeTargetReply(verdict: TargetVerdict): JudgeTargetReply {
  const kind = verdict.kind.toUpperCase()
  if (verdict.kind !== 'refused') return { kind }
  return { kind, reason: verdict.reason.toUpperCase(), message: verdict.message }
}

export function robotsReply(verdict: RobotsVerdict): RobotsReply {
  return { ...verdict, state: verdict.state.toUpperCase() }
}

export function probeReply(answers: readonly ProbeAnswer[]): ProbeReply {
  return { answers: answers.map((answer) => ({ ...answer, error: answer.error?.toUpperCase() ?? null })) }
}

export function describeImageReply(description: ImageDescription): DescribeImageReply {
  return description
}
