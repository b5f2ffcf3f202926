import type { LabVital, LabVitals } from '#shared/messages/payloads/measurement.ts'
import type { Interaction } from '../interaction/interact.ts'
import { cumulativeLayoutShift } from './layout-shift.ts'
import type { ObservedDocument } from './observation.ts'
import type { EventTiming } from './page/observe.ts'
import { slowestInteraction } from './slowest-interaction.ts'

type Attribution = LabVital['attribution']

/** The vitals of the load. They are read before any interaction: the first interaction ends LCP and may cause shifts. */
export interface LoadVitals extends Omit<LabVitals, 'inp'> {}

/** `ttfbMs`: as seen on the network, including redirects and emulated latency; null when unknown. */
export function loadVitals(document: ObservedDocument, ttfbMs: number | null): LoadVitals {
  const hasPainted = document.fcp !== null
  const { value, largest } = cumulativeLayoutShift(document.shifts)
  const cls = largest && {
    target: largest.target,
    largest_shift: largest.value,
    largest_shift_ms: largest.at,
  }
  return {
    lcp: toVital(document.lcp?.value ?? null, 'no_contentful_paint', document.lcp?.attribution),
    fcp: toVital(document.fcp, 'no_contentful_paint'),
    cls: toVital(hasPainted ? value : null, 'no_contentful_paint', cls ?? {}),
    ttfb: toVital(ttfbMs ?? document.ttfb, 'not_reported'),
  }
}

/** INP of the interactions. */
export function interactionVital(events: readonly EventTiming[], { reason }: Interaction): LabVital {
  if (reason === 'interaction_unfinished') return toVital(null, reason)
  const slowest = slowestInteraction(events)
  if (slowest === null) return toVital(null, reason ?? 'not_reported')
  return toVital(slowest.value, '', {
    target: slowest.target,
    event: slowest.event,
    input_delay_ms: slowest.inputDelayMs,
    processing_ms: slowest.processingMs,
    presentation_ms: slowest.presentationMs,
  })
}

/** A vital without a value; `reason` is in snake_case. */
export function missingVital(reason: string): LabVital {
  return toVital(null, reason)
}

function toVital(value: number | null, reason: string, attribution: Attribution = {}): LabVital {
  return value === null ? { value, reason, attribution: {} } : { value, reason: null, attribution }
}
