import type { ProbeAnswer } from '#shared/ports/lookups.ts'

/** Outcome of a probe: the URL works, is broken, or is unknown for a reason. */
export type ProbeOutcome =
  | { readonly kind: 'works' }
  | { readonly kind: 'broken'; readonly what: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Statuses that servers send to robots while browsers may be let in. 999 is LinkedIn's. */
const botBlockStatuses = new Set([401, 403, 405, 406, 407, 408, 425, 429, 451, 501, 999])

/** The outcome of a probe. A probe follows no redirects, so a redirect leaves the outcome unknown. */
export function probeOutcome(answer: Pick<ProbeAnswer, 'status' | 'error'> | undefined): ProbeOutcome {
  if (answer === undefined) return unknown('not_probed')
  const { status, error } = answer
  if (status === null) return outcomeOfSilence(error)
  if (status >= 200 && status < 300) return { kind: 'works' }
  if (status >= 300 && status < 400) return status === 304 ? { kind: 'works' } : unknown('redirected')
  return botBlockStatuses.has(status)
    ? unknown('probe_turned_away')
    : { kind: 'broken', what: `HTTP ${status}` }
}

/** One attempt from one place cannot tell whether the server is gone or only unreachable from here at this moment. */
function outcomeOfSilence(error: ProbeAnswer['error']): ProbeOutcome {
  return unknown(error === 'refused' ? 'not_probed' : 'no_answer')
}

function unknown(reason: string): ProbeOutcome {
  return { kind: 'unknown', reason }
}
