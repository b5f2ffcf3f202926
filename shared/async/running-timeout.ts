import { startRunningTimer } from './running-timer.ts'

/**
 * Settles like `step`; rejects when that takes longer than `ms` milliseconds in which this process ran. Ignores a later
 * rejection of `step`.
 */
export function withRunningTimeout<T>(ms: number, step: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const withdraw = startRunningTimer(ms, () => reject(new Error(`No answer within ${ms} ms`)))
    step.then(resolve, reject).finally(withdraw)
  })
}
