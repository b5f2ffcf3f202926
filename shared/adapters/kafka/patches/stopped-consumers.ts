import { type Class, kafkajsModule } from '../protocol/kafkajs.ts'

/** The parts of kafkajs 2.2.4 used here: src/consumer/runner. */
interface Runner {
  readonly running: boolean
  readonly fetchManager: { stop(): Promise<void> }
  fetch(nodeId: number): Promise<readonly unknown[]>
}

/**
 * Patches kafkajs 2.2.4 to end the fetchers of a consumer that was stopped while they were being replaced, as when a
 * partition changes its leader. They would ask the stopped consumer again and again without a pause, so that no timer
 * and no other work of the process had a turn any more.
 */
export function patchStoppedConsumers(): void {
  const { prototype } = kafkajsModule<Class<Runner>>('consumer/runner')
  const { fetch } = prototype
  prototype.fetch = function (this: Runner, nodeId) {
    // It ends the loops at once; its promise waits for the fetcher that asks here.
    if (!this.running) void this.fetchManager.stop()
    return fetch.call(this, nodeId)
  }
}
