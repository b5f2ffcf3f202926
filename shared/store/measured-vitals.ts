import { createHash } from 'node:crypto'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { AuditWebVitals } from '#shared/operations/results/seo-audit-sections.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** What an audit names of the last measurement beside its estimate. */
export type MeasuredVitals = NonNullable<AuditWebVitals['measured']>

/** How long a measurement is named in audits, in seconds. */
export const MEASURED_SECONDS = 86_400

/** The measurements of a URL on a device by one tenant. */
export interface MeasuredVitalsKey extends Pick<PerformanceParameters, 'url' | 'device'> {
  readonly tenant: Inspection['tenant'] | undefined
}

/** Key in the store; null for producers of events, who are nobody's tenant. The fragment of the URL does not count. */
function keyOf({ tenant, url, device }: MeasuredVitalsKey): string | null {
  if (tenant === undefined || tenant === null) return null
  const page = new URL(url)
  page.hash = ''
  return `vitals:${createHash('sha256').update(`${tenant} ${device} ${page.href}`).digest('hex')}`
}

/** Keeps a measurement for `MEASURED_SECONDS`. Rejects with `SERVICE_UNAVAILABLE` when the store is unavailable. */
export async function keepMeasuredVitals(
  store: Pick<KeyValues, 'set'>,
  key: MeasuredVitalsKey,
  measured: MeasuredVitals,
): Promise<void> {
  const name = keyOf(key)
  if (name !== null) await store.set(name, JSON.stringify(measured), MEASURED_SECONDS)
}

/** The last measurement, or null. Rejects with `SERVICE_UNAVAILABLE` when the store is unavailable. */
export async function readMeasuredVitals(
  store: Pick<KeyValues, 'get'>,
  key: MeasuredVitalsKey,
): Promise<MeasuredVitals | null> {
  const name = keyOf(key)
  const stored = name === null ? null : await store.get(name)
  return stored === null ? null : (JSON.parse(stored) as MeasuredVitals)
}
