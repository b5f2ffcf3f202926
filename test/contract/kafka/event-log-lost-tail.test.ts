import { readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually } from '#test/contract/eventually.ts'
import { logCollector } from '#test/contract/log-collector.ts'
import { ownKafka } from '#test/support/service/services.ts'
import { startWorking, valuesOf } from './working-member.ts'

const HOUR = 3_600_000
const RETURN_LIMIT_MS = 30_000
/** Offset and length, with which each batch of a segment begins. */
const ENTRY_HEADER_BYTES = 12

/** A broker after a power failure: data that was not on its disk is gone, and the topic is the same. */
describe('kafkaEventLog whose broker lost the tail of its log', function () {
  this.timeout(150_000)
  const kafka = ownKafka()
  const group = 'fetch.interactive'
  const consumers: Consumer[] = []
  let log: EventLog

  before(() => {
    log = kafkaEventLog({
      brokers: (kafka.env.KAFKA_BROKERS ?? '').split(','),
      ssl: false,
      sasl: null,
      topicPrefix: '',
      partitions: 1,
      replication: 1,
      fetchMaxBytes: 1,
      fetchMaxPartitionBytes: 1,
    })
  })
  after(async () => {
    await Promise.all(consumers.map((consumer) => consumer.drain(0)))
    await log?.close()
  })

  async function append(topic: string, from: number, to: number): Promise<void> {
    for (const value of valuesOf(from, to)) {
      await eventually(() => log.append([textRecord(topic, 'k', value)]).then(() => true))
    }
  }

  /** Removes all records but the first ones. Each record is a batch of its own. */
  async function loseAllBut(records: number, ...topics: string[]): Promise<void> {
    const data = dataFolder(kafka.service.port)
    await kafka.service.kill()
    for (const topic of topics) {
      await cutSegment(join(data, `${topic}-0`, '00000000000000000000.log'), records)
    }
    await kafka.service.start()
  }

  it('reads the records that replaced the tail, at any length, with a new or an old member', async () => {
    const topics = ['fresh', 'living'] as const
    await log.createTopics(topics.map((topic) => ({ topic, retentionMs: HOUR, maxRecordBytes: 100_000 })))
    for (const topic of topics) await append(topic, 0, 10)
    const first = await startWorking(log, 'fresh', () => true, consumers)
    const progress = async () => (await log.lag(group, ['fresh']))[0]
    await eventually(async () => (await progress())?.positions[0]?.offset === 10)
    await first.consumer.drain(0)
    const living = logCollector()
    const subscription = await log.subscribe('living', ['living'], living)
    await eventually(() => living.records.length === 10)
    subscription.pause()

    await loseAllBut(6, ...topics)
    for (const topic of topics) await append(topic, 100, 112)

    const added = valuesOf(100, 112)
    const fresh = await startWorking(log, 'fresh', () => true, consumers)
    await eventually(() => fresh.seen.length >= added.length, RETURN_LIMIT_MS)
    expect(fresh.seen).to.deep.equal(added)
    expect(fresh.changes().map(({ cause, from, to }) => [cause, from, to])).to.deep.equal([
      ['truncated', 10, 6],
    ])
    expect(await fresh.counted('replayed')).to.equal(4)
    subscription.resume()
    await eventually(() => added.every((value) => living.values().includes(value)), RETURN_LIMIT_MS)
    expect(living.extents.some(([extent]) => extent?.givenTo === 6 && extent.end > 10)).to.equal(true)
    await subscription.close()
  })
})

/** The data folder of the broker on this port, from its properties. */
function dataFolder(port: number): string {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const properties = propertiesOf(pid)
    if (!properties.includes(`:${port}`)) continue
    const folder = /^log\.dirs?=(.+)$/m.exec(properties)?.[1]
    if (folder !== undefined) return folder
  }
  throw new Error(`No broker listens on ${port}`)
}

function propertiesOf(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const at = words.indexOf('kafka.Kafka')
    return at < 0 ? '' : readFileSync(words[at + 1] ?? '', 'utf8')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}

async function cutSegment(path: string, batches: number): Promise<void> {
  const file = await open(path, 'r+')
  const header = Buffer.alloc(ENTRY_HEADER_BYTES)
  let at = 0
  for (let batch = 0; batch < batches; batch++) {
    await file.read(header, 0, ENTRY_HEADER_BYTES, at)
    at += ENTRY_HEADER_BYTES + header.readInt32BE(8)
  }
  await file.truncate(at)
  await file.close()
}
