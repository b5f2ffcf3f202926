import type { Runnable, Suite } from 'mocha'

const reasons = new WeakMap<object, string>()

/**
 * Skips the test, or in a before hook the rest of its suite, because the machine lacks something. The reason appears
 * at the end of the run. Under CI=true it is a failure instead: there, everything that the tests need must be
 * available.
 */
export function skipLoudly(context: Mocha.Context, reason: string): never {
  if (process.env.CI === 'true') throw new Error(`Not skipped, since CI is true: ${reason}`)
  const running = context.runnable()
  const isHook = 'type' in running && running.type === 'hook'
  reasons.set(isHook ? (running.parent ?? running) : running, reason)
  return context.skip()
}

/** Why the test was skipped: its own reason, else that of the nearest suite; null when none was given. */
export function skipReason(test: Runnable): string | null {
  for (let scope: Runnable | Suite | undefined = test; scope; scope = scope.parent) {
    const reason = reasons.get(scope)
    if (reason !== undefined) return reason
  }
  return null
}
