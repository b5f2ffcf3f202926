import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 6
const BETWEEN_MS = 5000

/** Submits a batch. Shards may still be on their way to the parts that started last. */
export async function whenReady<T>(submit: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await submit()
    } catch (error) {
      if (tries === TRIES) throw error
      await sleep(BETWEEN_MS)
    }
  }
}
