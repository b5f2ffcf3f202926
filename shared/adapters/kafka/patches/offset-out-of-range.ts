import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is used of kafkajs 2.2.4, src/consumer/consumerGroup. */
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
 * Calls `listener` when the consumer of this cluster (as an assigner of kafkajs is given it) wants to fetch at an offset
 * that is not there. It fetches there again until it is told another one. kafkajs itself commits the default offset then,
 * which passes by what is not finished and wipes out the commit.
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
