import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { resultOutcome } from '#shared/messages/events/outcome.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { EventLog, NewRecord } from '#shared/ports/event-log.ts'
import { makePublisher, type Publisher } from '#shared/stage/publisher.ts'
import { readRecord } from '#shared/store/inspection-record.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { PUBLIC_URL } from '../toy-stage.ts'

const ITEM = '01890a5d-ac96-774b-bcce-b302099a8057.6'

const inspection = (id: string, lane: Lane): Inspection => ({
  ...{ id, operation: 'metadata', lane, url: 'http://shop.example/', timing: '' },
  ...{ parameters: { url: 'http://shop.example/' }, expiresAt: null, traceparent: null },
})
const item = inspection(ITEM, 'batch')

describe('publisher with a frontier in shards', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  /** The topics of each append that succeeded, and whether the end was recorded before it. */
  let appends: { topics: string[]; isEndRecorded: boolean }[]
  let refuse: (topic: string | undefined) => boolean
  let endings: NewRecord[]
  beforeEach(async () => {
    embedded = await openEmbedded()
    appends = []
    endings = []
    refuse = () => false
  })
  afterEach(() => embedded.close())

  function sharded(frontierShards = 4): Publisher {
    const { store, objects } = embedded
    const log: EventLog = {
      ...embedded.log,
      async append(records) {
        if (refuse(records[0]?.topic)) throw unavailable('log')
        const topics = records.map(({ topic }) => topic)
        const isEndRecorded = (await readRecord(store, ITEM))?.ended === true
        appends.push({ topics, isEndRecorded })
        endings.push(...records.filter(({ topic }) => topic === 'frontier.ended'))
        return records.map(({ topic }) => ({ topic, partition: 7, offset: appends.length }))
      },
    }
    const ttls = { batchResultTtl: 600, outcomeTtl: 3600 }
    return makePublisher({ log, store, objects, publicUrl: () => PUBLIC_URL, frontierShards, ...ttls })
  }

  it('publishes the outcome, then its ending, and records the end after both', async () => {
    await sharded().complete(item, resultOutcome(item, '1'))
    expect(appends).to.deep.equal([
      { topics: ['result.metadata'], isEndRecorded: false },
      { topics: ['frontier.ended'], isEndRecorded: false },
    ])
    expect(await readRecord(embedded.store, ITEM)).to.include({ ended: true })
    expect(endings.map(({ partition, value }) => [partition, value])).to.deep.equal([
      [2, `{"id":"${ITEM}","place":{"topic":"result.metadata","partition":7,"offset":1}}`],
    ])
  })

  it('waits for the log with the ending alone: the outcome is there', async () => {
    let refusals = 2
    refuse = (topic) => topic === 'frontier.ended' && refusals-- > 0
    await clock.run(sharded().complete(item, resultOutcome(item, '1')))
    expect(appends.map(({ topics }) => topics)).to.deep.equal([['result.metadata'], ['frontier.ended']])
  })

  it('repeats both when the process ended between them', async () => {
    let isCut = true
    const publisher = sharded()
    refuse = (topic) => {
      if (topic === 'frontier.ended' && isCut) throw new Error('the process ends')
      return false
    }
    expect(await rejectionOf(publisher.complete(item, resultOutcome(item, '1')))).to.be.instanceOf(Error)
    isCut = false
    await publisher.complete(item, resultOutcome(item, '2'))
    const topics = appends.map((one) => one.topics[0])
    expect(topics).to.deep.equal(['result.metadata', 'result.metadata', 'frontier.ended'])
    expect(JSON.parse(String(endings[0]?.value)).place.offset).to.equal(2)
  })

  it('ends none without an outcome: the store has dropped the first', async () => {
    await sharded().complete(item, resultOutcome(item, '1'))
    await embedded.store.delete(`outcome:${ITEM}`)
    await sharded().complete(item, resultOutcome(item, '2'))
    expect(endings).to.have.length(1)
  })

  it('tells the shards of no interactive inspection, and nobody when there are none', async () => {
    const one = inspection('one', 'interactive')
    await sharded().complete(one, resultOutcome(one, '1'))
    await sharded(0).complete(item, resultOutcome(item, '1'))
    expect(appends.map(({ topics }) => topics)).to.deep.equal([['result.metadata'], ['result.metadata']])
  })
})
