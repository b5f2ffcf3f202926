import { expect } from 'chai'
import { StartError } from '#infra/process/parts.ts'
import { waitForLookups, waitForServices } from '#infra/process/runtime.ts'
import { readConfig } from '#shared/config/config.ts'
import { unavailable } from '#shared/errors.ts'
import type { TopicSpec } from '#shared/ports/event-log.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

type Adapters = Parameters<typeof waitForServices>[0]
type Logger = Parameters<typeof waitForServices>[2]

describe('what a process waits for', () => {
  let warnings: string[]
  const logger = { warn: (_: object, message: string) => void warnings.push(message) } as unknown as Logger
  beforeEach(() => {
    warnings = []
  })

  it('is log, store and objects, with one warning for each that is away', async () => {
    let pings = 0
    const once = async () => {
      pings += 1
      if (pings === 1) throw unavailable('store')
    }
    const ready = async () => undefined
    const adapters = { log: { createTopics: ready }, store: { ping: once }, objects: { ping: ready } }
    await waitForServices(adapters as unknown as Adapters, readConfig({}), logger)
    expect([pings, warnings]).to.deep.equal([2, ['waiting for a backing service']])
  })

  describe('with a frontier in shards', () => {
    let made: Map<string, number | undefined>
    beforeEach(() => {
      made = new Map()
    })

    /** Starts a process where the topics have these numbers of partitions. */
    async function start(env: Record<string, string>, found: Record<string, number> = {}): Promise<void> {
      let reads = 0
      const ready = async () => undefined
      const adapters = {
        log: {
          async createTopics(specs: readonly TopicSpec[]) {
            for (const { topic, partitions } of specs) made.set(topic, partitions)
          },
        },
        events: {
          async bounds(topic: string) {
            reads += 1
            if (reads === 1) throw unavailable('log')
            return Array(found[topic] ?? 0).fill({ oldest: 0, end: 0 })
          },
        },
        ...{ store: { ping: ready }, objects: { ping: ready } },
      }
      await waitForServices(adapters as unknown as Adapters, readConfig(env), logger)
    }
    const kafka = { KAFKA_BROKERS: 'a:9092', KAFKA_TOPIC_PREFIX: 'mine.' }

    it('is besides the topics with a partition for each shard', async () => {
      await start({ ...kafka, FRONTIER_SHARDS: '3' }, { 'frontier.intake': 3, 'frontier.ended': 3 })
      const partitions = ['intake', 'ended', 'shards'].map((name) => made.get(`frontier.${name}`))
      expect(partitions).to.deep.equal([3, 3, 1])
      expect(made.has('result.metadata')).to.equal(true)
      expect(warnings).to.deep.equal(['waiting for a backing service'])
    })

    for (const [topic, found] of [
      ['frontier.intake', { 'frontier.intake': 12, 'frontier.ended': 3 }],
      ['frontier.ended', { 'frontier.intake': 3, 'frontier.ended': 12 }],
    ] as const)
      it(`is nothing when there are other shards: the operator is told the number (${topic})`, async () => {
        const error = await rejectionOf(start({ ...kafka, FRONTIER_SHARDS: '3' }, found))
        expect(error).to.be.instanceOf(StartError)
        expect((error as Error).message)
          .to.include(`mine.${topic} has 12 partitions`)
          .and.include('FRONTIER_SHARDS is 3')
          .and.include('set FRONTIER_SHARDS=12')
      })

    for (const [title, env] of [
      ['without shards', { ...kafka, FRONTIER_SHARDS: '0' }],
      ['with the embedded log', { FRONTIER_SHARDS: '3' }],
    ] as const)
      it(`is nothing else ${title}`, async () => {
        await start(env)
        expect([...made.keys()].filter((topic) => topic.startsWith('frontier.'))).to.deep.equal([])
      })
  })

  it('is the look-ups, until they answer', async () => {
    let pings = 0
    await waitForLookups(
      {
        async ping() {
          pings += 1
          if (pings < 3) throw unavailable('look-ups')
        },
      },
      logger,
    )
    expect([pings, warnings]).to.deep.equal([3, []])
  })

  it('are no look-ups that fail for another reason: a part starts without them', async () => {
    await waitForLookups({ ping: () => Promise.reject(new Error('a defect')) }, logger)
    expect(warnings).to.deep.equal(['the look-ups do not answer'])
  })
})
