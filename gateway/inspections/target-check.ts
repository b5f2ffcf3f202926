import { makeSemaphore } from '#shared/async/semaphore.ts'
import { Failure } from '#shared/errors.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Dependency, DependencyHealth } from '../health/dependencies.ts'

/**
 * Rejects with `INVALID_URL` when the target must not be requested, and with `SERVICE_UNAVAILABLE` when a required
 * dependency, or one of `named`, is unavailable.
 */
export type TargetCheck = (
  url: string,
  traceparent: string | null,
  named?: readonly Dependency[],
) => Promise<void>

export interface TargetCheckPorts {
  readonly lookups: Pick<Lookups, 'checkTarget'>
  readonly dependencies: Pick<DependencyHealth, 'assertAvailable'>
}

/** Time limit of a look-up. With it a client learns of an outage within 2 s. */
const LOOKUP_TIMEOUT_MS = 1500
/** Targets that are checked at the same time. In a burst, the time limit of each check begins when the check begins. */
const MAX_CONCURRENT_CHECKS = 64

/** Makes the check of targets. All calls of a gateway share its permits. */
export function makeTargetCheck({ lookups, dependencies }: TargetCheckPorts): TargetCheck {
  const checks = makeSemaphore(MAX_CONCURRENT_CHECKS)
  return (url, traceparent, named) =>
    checks.run(async () => {
      dependencies.assertAvailable(named)
      const decision = await lookups.checkTarget(url, {
        timeoutMs: LOOKUP_TIMEOUT_MS,
        ...(traceparent !== null && { traceparent }),
      })
      if (decision.kind !== 'refused') return
      const { reason, message } = decision
      throw new Failure('INVALID_URL', message, { details: { url, reason } })
    })
}
