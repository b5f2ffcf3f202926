import type { ProducedPartition } from '../connection/broker.ts'
import type { NewBatch } from '../protocol/batch-encoder.ts'
import { partitionName } from '../protocol/partition-name.ts'
import type { PartitionQueue } from './partition-queue.ts'

export interface SenderOptions {
  /** Makes the batches durable in one request. Has its own time limit. */
  send(batches: readonly NewBatch[]): Promise<readonly ProducedPartition[]>
  /** Limits of one request. A single larger record is sent alone. */
  readonly maxBytes: number
  readonly maxRecords: number
  /** Time after the start of a request during which records that may linger wait for others. */
  readonly lingerMs: number
}

interface Taken {
  readonly queue: PartitionQueue
  readonly batch: NewBatch
}

/**
 * Group commit to one broker: an append to an idle broker is sent at once; what arrives during a request shares the next
 * one. Before the next request, records that may linger wait for more; a record that may not linger ends the wait and takes
 * all others along. One request is in flight, with one batch of a partition at most.
 */
export class BrokerSender {
  readonly #options: SenderOptions
  /** In the order in which they were offered. */
  readonly #offered = new Set<PartitionQueue>()
  readonly #delay = makeInterruptibleDelay()
  #isRunning = false
  #sentAt = Number.NEGATIVE_INFINITY

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Takes what the partition has to send, or more of it, soon. */
  offer(queue: PartitionQueue): void {
    this.#offered.add(queue)
    if (!queue.mayLinger) this.#delay.interrupt()
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#offered.size > 0) {
      const mayLinger = [...this.#offered].every((queue) => queue.mayLinger)
      if (mayLinger) await this.#delay.until(this.#sentAt + this.#options.lingerMs)
      const taken = this.#takeBatches()
      if (taken.length > 0) await this.#send(taken)
    }
    this.#isRunning = false
  }

  /** The batches of the next request. There are none if all has expired. */
  #takeBatches(): Taken[] {
    const taken: Taken[] = []
    let [bytes, records] = [this.#options.maxBytes, this.#options.maxRecords]
    for (const queue of this.#offered) {
      const batch = queue.take({ bytes, records }, taken.length === 0)
      if (batch === null) break
      this.#offered.delete(queue)
      if (batch === 'nothing') continue
      taken.push({ queue, batch: batch.message })
      bytes -= batch.bytes
      records -= batch.message.records.length
    }
    return taken
  }

  async #send(taken: readonly Taken[]): Promise<void> {
    this.#sentAt = performance.now()
    try {
      const answers = await this.#options.send(taken.map(({ batch }) => batch))
      const byName = new Map(answers.map((answer) => [partitionName(answer), answer]))
      for (const { queue, batch } of taken) settle(queue, byName.get(partitionName(batch)))
    } catch (error) {
      for (const { queue } of taken) queue.failed(error)
    }
  }
}

function settle(queue: PartitionQueue, answer: ProducedPartition | undefined): void {
  if (answer === undefined) queue.failed(new Error('The broker did not answer about a partition'))
  else if (answer.error !== null) queue.failed(answer.error)
  else queue.succeeded(answer.baseOffset)
}

/** A delay that can be ended early. */
function makeInterruptibleDelay() {
  let interrupt = () => {}
  return {
    interrupt: () => interrupt(),
    /** Waits until `performance.now()` reaches `ms`, or until `interrupt` is called. */
    async until(ms: number): Promise<void> {
      const left = ms - performance.now()
      if (left <= 0) return
      const elapsed = Promise.withResolvers<void>()
      const timer = setTimeout(elapsed.resolve, left)
      interrupt = elapsed.resolve
      await elapsed.promise
      clearTimeout(timer)
    },
  }
}
