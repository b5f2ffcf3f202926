import type { ProbeAnswer } from '#shared/ports/lookups.ts'

/** What an answer says of a URL: it works, it is broken, or it cannot be told and why. */
export type ProbeOutcome =
  | { readonly kind: 'works' }
  | { readonly kind: 'broken'; readonly what: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Who answers so turns robots away; browsers may be let in. 999 is LinkedIn's. */
const turnedAway = new Set([401, 403, 405, 406, 407, 408, 425, 429, 451, 501, 999])

/** Judges a probe, which follows no redirects: a redirect tells nothing of what it leads to. */
export function probeOutcome(answer: Pick<ProbeAnswer, 'status' | 'error'> | undefined): ProbeOutcome {
  if (answer === undefined) return unknown('not_probed')
  const { status, error } = answer
  if (status === null) return outcomeOfSilence(error)
  if (status >= 200 && status < 300) return { kind: 'works' }
  if (status >= 300 && status < 400) return status === 304 ? { kind: 'works' } : unknown('redirected')
  return turnedAway.has(status) ? unknown('probe_turned_away') : { kind: 'broken', what: `HTTP ${status}` }
}

/** From one place and one try it cannot be told whether the server is gone or only unreachable now and from there. */
function outcomeOfSilence(error: ProbeAnswer['error']): ProbeOutcome {
  return unknown(error === 'refused' ? 'not_probed' : 'no_answer')
}

function unknown(reason: string): ProbeOutcome {
  return { kind: 'unknown', reason }
}
