import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { type Finding, ms, nameOf, plural } from '../../advice/tip.ts'
import type { LabFacts } from '../../facts.ts'

/** A shorter time cannot be told from noise. */
const LEAST_MS = 100

/** Finding about the `candidates` that delay the first paint by 100 ms or more, followed by `advice`. */
export function renderBlocking(
  { vitals }: LabFacts,
  candidates: readonly LabRequest[],
  thing: readonly [one: string, many: string],
  advice: string,
): Finding | null {
  const blocking = candidates.filter(({ isRenderBlocking, endMs }) => isRenderBlocking && endMs !== null)
  const [last] = blocking.toSorted((one, other) => (other.endMs ?? 0) - (one.endMs ?? 0))
  const fcp = vitals.fcp.value
  if (last === undefined || fcp === null) return null
  const held = Math.min(fcp, last.endMs ?? 0) - (vitals.ttfb.value ?? 0)
  if (held < LEAST_MS) return null
  const message = `${plural(blocking.length, ...thing)} kept the page from painting until ${ms(held)} after the first byte, last ${nameOf(last.url)}: ${advice}.`
  return { message, savings: { fcp: held, lcp: held } }
}
