import type { ProbeAnswer } from '#shared/ports/lookups.ts'

/** The answer of a probe; by default an answer 200 without further facts. */
export function probeAnswer(url: string, more: Partial<ProbeAnswer> = {}): ProbeAnswer {
  const defaults = { location: null, contentType: null, error: null, headers: {}, httpVersion: null }
  return { url, status: 200, ...defaults, ...more }
}
