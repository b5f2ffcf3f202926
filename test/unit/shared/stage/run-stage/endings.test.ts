import { expect } from 'chai'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { Failure } from '#shared/errors.ts'
import { type Ended, endedOf } from '#shared/messages/events/ended.ts'
import { requestRecord } from '#shared/messages/events/inspection-requested.ts'
import { sealRecord, withLease } from '#shared/messages/events/seal.ts'
import { shardTopicSpecs } from '#shared/messages/topic-specs.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { text } from '../stage-fixture.ts'
import { requestOf, resultOf, runToyStage } from '../toy-stage.ts'

const SECRET = 'of the batch part'
const ITEM = '01890a5d-ac96-774b-bcce-b302099a8057.6'
const FORGED = '01890a5d-ac96-774b-bcce-b302099a8057.7'
const HOUR_MS = 3_600_000
const ends = ['result.metadata', 'inspection.failed', 'dead-letter', 'frontier.ended']
/** The embedded log has one partition, which is that of the only shard. */
const SHARDS = 1

/** An item of a batch, as the batch part releases it. */
function itemOf(id: string, lease = 1): NewRecord {
  const url = 'http://shop.example/'
  const about = { id, operation: 'metadata', lane: 'batch', parameters: { url }, url } as const
  const record = requestRecord({ ...about, expiresAt: null, traceparent: null, timing: '' })
  return withLease(sealRecord(record, SECRET), id, lease, SECRET)
}

describe('a stage over the batch lane of a frontier in shards', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let consumer: Consumer | null
  /** What ended, in the order of the appends. */
  let appended: string[]
  let endings: readonly LogRecord[]
  let dead: readonly LogRecord[]
  let others: readonly LogRecord[]
  beforeEach(async () => {
    consumer = null
    appended = []
    embedded = await openEmbedded()
    await embedded.log.createTopics(shardTopicSpecs(SHARDS, { workMs: HOUR_MS }))
    await embedded.store.set(SEAL_SECRET_KEY, SECRET, 3600)
    endings = await embedded.watch('frontier.ended')
    dead = await embedded.watch('dead-letter')
    others = await embedded.watch('result.metadata', 'inspection.failed')
  })
  afterEach(async () => {
    await consumer?.drain(0)
    await embedded.close()
  })

  type Options = Parameters<typeof runToyStage>[2]
  async function run(handle: StageHandler['handle'], options: Options = {}, store = embedded.store) {
    const append: Embedded['log']['append'] = async (records) => {
      const places = await embedded.log.append(records)
      appended.push(...places.map(({ topic }) => topic).filter((topic) => ends.includes(topic)))
      return places
    }
    const over = { ...embedded, store, log: { ...embedded.log, append } }
    consumer = await runToyStage(over, handle, { frontierShards: SHARDS, ...options })
  }
  const succeed: StageHandler['handle'] = async (work) => resultOf(work, '1')
  const areRead = async () =>
    (await embedded.log.lag('toy.batch', ['inspection.requested.batch']))[0]?.records === 0
  const ended = () => endings.map((record) => endedOf(record) as Ended)
  const placeOf = (record: LogRecord | undefined) => {
    const { topic, partition, offset } = record as LogRecord
    return { topic, partition, offset }
  }

  it('publishes the outcome of an item, then its ending with the place', async () => {
    await run(succeed)
    await embedded.log.append([itemOf(ITEM)])
    await clock.until(() => endings.length === 1)
    expect(appended).to.deep.equal(['result.metadata', 'frontier.ended'])
    expect(ended()).to.deep.equal([{ id: ITEM, place: placeOf(others[0]) }])
  })

  it('publishes the failure of a producer’s request, then its ending', async () => {
    await run(async () => Promise.reject(new Failure('TIMEOUT', 'slow')))
    await embedded.log.append([requestOf('feeder-1', 'batch')])
    await clock.until(() => endings.length === 1)
    expect(appended).to.deep.equal(['inspection.failed', 'frontier.ended'])
    expect(ended()).to.deep.equal([{ id: 'feeder-1', place: placeOf(others[0]) }])
  })

  it('publishes both again when an item is released again', async () => {
    await run(succeed)
    await embedded.log.append([itemOf(ITEM)])
    await clock.until(() => endings.length === 1)
    await embedded.log.append([itemOf(ITEM, 2)])
    await clock.until(() => endings.length === 2)
    expect(appended.slice(2)).to.deep.equal(['result.metadata', 'frontier.ended'])
    expect(ended()[1]).to.deep.equal({ id: ITEM, place: placeOf(others[1]) })
  })

  it('tells of the end of a dead letter: its failure cannot be published', async () => {
    const claim = () => Promise.reject(new Error('a defect'))
    await run(async () => Promise.reject(new Failure('TIMEOUT', 'slow')), {}, { ...embedded.store, claim })
    await embedded.log.append([itemOf(ITEM)])
    await clock.until(() => endings.length === 1)
    expect(appended).to.deep.equal(['dead-letter', 'frontier.ended'])
    expect(ended()).to.deep.equal([{ id: ITEM, place: null }])
  })

  it('tells of no end for a forged item, nor for what is no event', async () => {
    await run(succeed)
    await embedded.log.append([
      requestOf(FORGED, 'batch'),
      sealRecord(requestOf(FORGED, 'batch'), 'of somebody else'),
      { ...requestOf('x', 'batch'), headers: {} },
    ])
    await clock.until(() => dead.length === 3)
    await clock.until(areRead)
    expect(appended).to.deep.equal(['dead-letter', 'dead-letter', 'dead-letter'])
  })

  it('tells of the end of an event of a later version than it knows', async () => {
    await run(succeed, { input: 'page.fetched', newerVersionWaitMs: 0 })
    const headers = { ce_type: 'page.fetched.v9', ce_subject: ITEM, ce_id: `${ITEM}:fetched` }
    await embedded.log.append([{ ...requestOf(ITEM, 'batch', { headers }), topic: 'page.fetched.batch' }])
    await clock.until(() => endings.length === 1)
    expect(appended).to.deep.equal(['dead-letter', 'frontier.ended'])
    expect(text(dead[0], 'pp_reason')).to.include('page.fetched.v9')
  })

  it('tells of no end of interactive requests, and of none at all without shards', async () => {
    await run(succeed)
    await embedded.log.append([requestOf('one')])
    await clock.until(() => others.length === 1)
    await consumer?.drain(1000)
    await run(succeed, { frontierShards: 0 })
    await embedded.log.append([itemOf(ITEM), requestOf(FORGED, 'batch')])
    await clock.until(() => others.length === 2 && dead.length === 1)
    await clock.until(areRead)
    await embedded.log.append([itemOf(ITEM, 2)])
    await clock.until(() => others.length === 3)
    expect(appended.toSorted()).to.deep.equal(['dead-letter', ...Array(3).fill('result.metadata')])
  })
})
