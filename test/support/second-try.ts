/** Reasons by the path of the test file. */
const declared = new Map<string, string>()

/**
 * Lets the runner try the file (`import.meta.filename`) a second time after a failure, by itself. For tests of a real
 * browser against a wall clock alone: a busy machine can make them late. Such tries are counted and have a budget
 * (`test/flaky-budget.json`).
 */
export function maySecondTry(file: string, reason: string): void {
  declared.set(file, reason)
}

/** Why the file may be tried a second time; null when it may not. */
export function secondTryReason(file: string): string | null {
  return declared.get(file) ?? null
}
