import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Broker, PartitionOffset } from '../connection/broker.ts'
import type { FetchedPartition } from '../protocol/fetch-request.ts'
import { partitionName } from '../protocol/partition-name.ts'

/** Partitions of one request. */
const MAX_PARTITIONS = 32
/**
 * Page size as it is stored: records may take ten times as much when they are decompressed. A single larger batch is read
 * all the same.
 */
const PAGE_BYTES = 64 * 1024

interface Fetch {
  readonly place: PartitionOffset
  readonly answer: PromiseWithResolvers<FetchedPartition>
}

/** Resolves with the answer of the broker about the partition from the offset on, possibly an error of the partition. */
type FetchPage = (broker: Broker, place: PartitionOffset) => Promise<FetchedPartition>

/**
 * Makes the function that fetches single pages. Those that are asked of a broker in the same turn of the event loop, or
 * while it answers an earlier request, share the next request, of which there is one at a time. A request that fails rejects
 * its fetches and those that wait for the same connection. The caller bounds how many there are at a time.
 */
export function makeJointFetches(): FetchPage {
  const queues = new WeakMap<Broker, (place: PartitionOffset) => Promise<FetchedPartition>>()
  return (broker, place) => {
    const fetchPage = queues.get(broker) ?? makeQueue(broker)
    queues.set(broker, fetchPage)
    return fetchPage(place)
  }
}

function makeQueue(broker: Broker) {
  let waiting: readonly Fetch[] = []
  let isRunning = false

  async function fetchNext(): Promise<void> {
    const joint = firstOfEach(waiting)
    waiting = waiting.filter((one) => !joint.includes(one))
    try {
      const passedOver = settle(joint, await fetchAll(broker, joint))
      waiting = [...passedOver, ...waiting]
    } catch (error) {
      for (const { answer } of [...joint, ...waiting]) answer.reject(error)
      waiting = []
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await nextTurn()
      await fetchNext()
    }
    isRunning = false
  }

  return (place: PartitionOffset): Promise<FetchedPartition> => {
    const answer = Promise.withResolvers<FetchedPartition>()
    waiting = [...waiting, { place, answer }]
    if (!isRunning) void run()
    return answer.promise
  }
}

/** The first fetches, one of each partition: a request has one offset of a partition. */
function firstOfEach(waiting: readonly Fetch[]): Fetch[] {
  const byPartition = new Map<string, Fetch>()
  for (const one of waiting) {
    const name = partitionName(one.place)
    if (byPartition.size < MAX_PARTITIONS && !byPartition.has(name)) byPartition.set(name, one)
  }
  return [...byPartition.values()]
}

function fetchAll(broker: Broker, joint: readonly Fetch[]): Promise<FetchedPartition[]> {
  const limits = { waitMs: 0, partitionBytes: PAGE_BYTES, bytes: joint.length * PAGE_BYTES }
  return broker.fetch(
    joint.map(({ place }) => place),
    limits,
  )
}

/**
 * Settles each fetch with the answer about its partition. Returns those that the broker passed over: it leaves out a batch
 * larger than a page, except for the first partition of a request that has records.
 */
function settle(joint: readonly Fetch[], fetched: readonly FetchedPartition[]): Fetch[] {
  const answers = new Map(fetched.map((one) => [partitionName(one), one]))
  const passedOver: Fetch[] = []
  for (const [at, one] of joint.entries()) {
    const found = answers.get(partitionName(one.place))
    if (found === undefined) one.answer.reject(new Error('The broker did not answer about the partition'))
    else if (at > 0 && hasMore(one.place, found)) passedOver.push(one)
    else one.answer.resolve(found)
  }
  return passedOver
}

/** Whether the answer is empty, although the partition has records from the offset on. */
function hasMore(
  { offset }: PartitionOffset,
  { error, records, lastStableOffset }: FetchedPartition,
): boolean {
  return error === null && records.length === 0 && offset < lastStableOffset
}
