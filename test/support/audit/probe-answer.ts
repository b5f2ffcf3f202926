import type { ProbeAnswer } from '#shared/ports/lookups.ts'

/** What a probe says of a URL; what is left out is an answer 200 that tells nothing else. */
export function probeAnswer(url: string, more: Partial<ProbeAnswer> = {}): ProbeAnswer {
  const defaults = { location: null, contentType: null, error: null, headers: {}, httpVersion: null }
  return { url, status: 200, ...defaults, ...more }
}
