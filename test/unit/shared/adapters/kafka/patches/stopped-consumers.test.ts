import { expect } from 'chai'
import { patchKafkajs } from '#shared/adapters/kafka/patches/patch-kafkajs.ts'
import { kafkajsModule } from '#shared/adapters/kafka/protocol/kafkajs.ts'

interface Runner {
  start(): Promise<void>
  stop(): Promise<void>
  readonly consuming: boolean
}

const Runner = kafkajsModule<new (options: object) => Runner>('consumer/runner')
/** A loop without a pause gives no timer of this test a turn: so many fetches of a stopped consumer end it. */
const MOST_FETCHES = 1000

describe('a consumer of kafkajs', () => {
  before(() => patchKafkajs({ maxBatchBytes: 1000, maxBatchRecords: 10 }))

  /** A consumer whose partitions have leaders on the brokers `nodeIds`. */
  function consumerOf(fetchFrom: (nodeId: number) => Promise<readonly []>) {
    const state = { nodeIds: [1, 2], afterStop: 0, crash: null as unknown }
    const debug = (message: string) => {
      if (!message.includes('not running')) return
      if (++state.afterStop > MOST_FETCHES) throw new Error('endless loop')
    }
    const logger = { namespace: () => logger, debug, info() {}, warn() {}, error() {} }
    const done = async () => undefined
    const consumerGroup = {
      getNodeIds: () => state.nodeIds,
      fetch: fetchFrom,
      ...{ connect: done, joinAndSync: done, leave: done, heartbeat: done },
    }
    const instrumentationEmitter = { emit() {} }
    const onCrash = (error: unknown) => {
      state.crash = error
    }
    return {
      state,
      runner: new Runner({ logger, consumerGroup, instrumentationEmitter, concurrency: 1, onCrash }),
    }
  }

  it('ends when it is stopped while a partition changes its leader', async () => {
    const [first, second] = [Promise.withResolvers<readonly []>(), Promise.withResolvers<readonly []>()]
    const { state, runner } = consumerOf((nodeId) => (nodeId === 1 ? first.promise : second.promise))
    await runner.start()
    state.nodeIds = [1]
    // The fetcher of broker 1 sees the change before its next fetch, and waits for the end of the other one.
    first.resolve([])
    await new Promise(setImmediate)
    const stopped = runner.stop()
    second.resolve([])
    await stopped
    expect(state).to.include({ crash: null })
    expect(state.afterStop).to.be.below(5)
    expect(runner.consuming).to.equal(false)
  })

  it('fetches from the new leader when it goes on', async () => {
    const asked: number[] = []
    const stopping = Promise.withResolvers<readonly []>()
    const { state, runner } = consumerOf(async (nodeId) => {
      asked.push(nodeId)
      if (asked.length < 6) return new Promise((resolve) => setImmediate(resolve, []))
      return stopping.promise
    })
    await runner.start()
    state.nodeIds = [3]
    while (!asked.includes(3)) await new Promise(setImmediate)
    const stopped = runner.stop()
    stopping.resolve([])
    await stopped
    expect(asked.slice(0, 2)).to.deep.equal([1, 2])
    expect(state).to.include({ crash: null })
  })
})
