import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

/** The parts of kafkajs 2.2.4 used here: src/consumer/consumerGroup. */
interface Group {
  readonly cluster: object
}
interface GroupPrototype {
  recoverFromOffsetOutOfRange(this: Group, error: unknown): Promise<void>
}

const FETCH_AGAIN_MS = 100
const listeners = new WeakMap<object, () => void>()
let isPatched = false

/**
 * Calls `listener` when the consumer of this cluster (the object that kafkajs passes to an assigner) fetches
 * at an offset that the log does not have. The consumer then repeats the fetch at the same offset until a
 * seek gives it another one. kafkajs itself would commit its default offset, which skips records that are not
 * finished and overwrites the committed metadata.
 */
export function onOffsetOutOfRange(cluster: object, listener: () => void): void {
  patchOnce()
  listeners.set(cluster, listener)
}

function patchOnce(): void {
  if (isPatched) return
  isPatched = true
  const require = createRequire(import.meta.url)
  const { prototype }: { prototype: GroupPrototype } = require('kafkajs/src/consumer/consumerGroup')
  const original = prototype.recoverFromOffsetOutOfRange
  prototype.recoverFromOffsetOutOfRange = async function recover(error) {
    const listener = listeners.get(this.cluster)
    if (listener === undefined) return original.call(this, error)
    listener()
    await sleep(FETCH_AGAIN_MS)
  }
}
