import { expect } from 'chai'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { unavailable } from '#shared/errors.ts'
import { DEFERRED } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { startDeferredConsumer } from '#stages/batch/event-log/deferred-consumer.ts'
import { eventually } from '#test/contract/eventually.ts'
import { deferredRecord } from '#test/contract/frontier/deferred-record.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'

const idsOf = (records: readonly LogRecord[]) => records.map(({ headers }) => String(headers.ce_id))

describe('startDeferredConsumer', () => {
  let embedded: Embedded
  let consumer: Consumer
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(async () => {
    await consumer.drain(1000)
    await embedded.close()
  })

  async function start(defer: (records: readonly LogRecord[]) => Promise<void>): Promise<void> {
    const { log, store } = embedded
    consumer = await startDeferredConsumer({
      ...{ frontier: { defer }, log, store },
      ...{ logger: silentLog, metrics: noMetrics },
    })
  }
  const append = (ids: readonly string[]) =>
    embedded.log.append(ids.map((id) => deferredRecord(id, 'http://x.example/')))
  const unfinished = async () => {
    const [lag] = await embedded.log.lag('batch-deferred.batch', [DEFERRED])
    return lag?.records
  }

  it('gives deferred requests to the frontier, many at once, and commits them then', async () => {
    const groups: (readonly LogRecord[])[] = []
    await start(async (records) => void groups.push(records))
    const ids = Array.from({ length: 150 }, (_, at) => `r${at}`)
    await append(ids)
    await eventually(async () => (await unfinished()) === 0)
    expect(idsOf(groups.flat())).to.have.members(ids)
    expect(groups.length).to.be.below(ids.length)
  })

  it('commits no request that the frontier does not have, and gives it again', async () => {
    let isAway = true
    const tries: string[] = []
    const stored: LogRecord[] = []
    await start(async (records) => {
      tries.push(...idsOf(records))
      if (isAway) throw unavailable('shard')
      stored.push(...records)
    })
    await append(['r1'])
    await eventually(() => tries.length > 0)
    expect(await unfinished()).to.equal(1)
    isAway = false
    await eventually(async () => (await unfinished()) === 0)
    expect(idsOf(stored)).to.deep.equal(['r1'])
  })

  it('leaves outcomes and dead letters to others', async () => {
    const { log } = embedded
    const stored: LogRecord[] = []
    await start(async (records) => void stored.push(...records))
    const { topic: _, ...record } = deferredRecord('r1', 'http://x.example/')
    await log.append([{ ...record, topic: 'dead-letter' }])
    await append(['r2'])
    await eventually(() => stored.length > 0)
    expect(idsOf(stored)).to.deep.equal(['r2'])
    expect((await log.lag('batch-deferred.batch', ['dead-letter']))[0]?.records).to.equal(1)
  })
})
