import { setTimeout as sleep } from 'node:timers/promises'
import { type Class, kafkajsModule } from '../protocol/kafkajs.ts'

/** The parts of kafkajs 2.2.4 used here: src/consumer/consumerGroup. */
interface Group {
  readonly cluster: object
}
interface GroupPrototype {
  recoverFromOffsetOutOfRange(this: Group, error: unknown): Promise<void>
}

const FETCH_AGAIN_MS = 100
const listeners = new WeakMap<object, () => void>()

/**
 * Calls `listener` when the consumer of this cluster (the object that kafkajs passes to an assigner) fetches
 * at an offset that the log does not have. The consumer then repeats the fetch at the same offset until a
 * seek gives it another one. kafkajs itself would commit its default offset, which skips records that are not
 * finished and overwrites the committed metadata.
 */
export function onOffsetOutOfRange(cluster: object, listener: () => void): void {
  listeners.set(cluster, listener)
}

/** Patches kafkajs 2.2.4 to call the listener of a cluster, as `onOffsetOutOfRange` promises. */
export function patchOffsetOutOfRange(): void {
  const { prototype } = kafkajsModule<Class<GroupPrototype>>('consumer/consumerGroup')
  const original = prototype.recoverFromOffsetOutOfRange
  prototype.recoverFromOffsetOutOfRange = async function recover(error) {
    const listener = listeners.get(this.cluster)
    if (listener === undefined) return original.call(this, error)
    listener()
    await sleep(FETCH_AGAIN_MS)
  }
}
