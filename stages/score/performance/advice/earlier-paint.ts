import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { LabFacts } from '../facts.ts'

/**
 * Milliseconds that the first paint can come earlier when the last of `files` ends `byMs` milliseconds earlier: until another file that
 * blocks rendering ends. 0 when it does not block rendering or ended after that paint.
 */
export function earlierPaint(
  { vitals, measurement: { requests } }: Pick<LabFacts, 'vitals' | 'measurement'>,
  files: readonly LabRequest[],
  byMs: number,
): number {
  const last = files.at(-1)
  const fcp = vitals.fcp.value
  if (last === undefined || !last.isRenderBlocking || last.endMs === null) return 0
  if (fcp === null || last.endMs > fcp) return 0
  const own = new Set(files)
  const others = requests.flatMap((request) =>
    request.isRenderBlocking && !own.has(request) && request.endMs !== null ? [request.endMs] : [],
  )
  const heldUntil = others.reduce((latest, endMs) => Math.max(latest, endMs), 0)
  return Math.max(0, Math.min(byMs, last.endMs - heldUntil))
}
