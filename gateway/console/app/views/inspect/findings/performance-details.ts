import type { PerformanceDetails } from '#shared/operations/results/performance-details.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { Partly } from '../results/partial.ts'

/** What `details=true` adds about a tip. */
export type TipDetails = PerformanceDetails['tips'][number]

/** The details of a tip; null where the result was made without `details=true`, or says nothing about it. */
export function tipDetailsOf(
  { details }: Pick<Partly<PerformanceResult>, 'details'>,
  tipId: string,
): TipDetails | null {
  const tips: readonly TipDetails[] | undefined = details?.tips
  return tips?.find(({ tip_id }) => tip_id === tipId) ?? null
}
