import { expect } from 'chai'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { identify } from '#shared/stage/middleware/identify.ts'
import { makeRequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { Attempt } from '#shared/stage/middleware.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { attemptOf } from '../attempt.ts'

/** What `printf /two | sha256sum` begins with. */
const TWO = '3ef5f6bf'

describe('identification of requests', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let handed: Attempt[]
  let claims: number
  beforeEach(async () => {
    embedded = await openEmbedded()
    ;[handed, claims] = [[], 0]
    const { claim } = embedded.store
    embedded.store.claim = (...values) => {
      claims += 1
      return claim(...values)
    }
  })
  afterEach(() => embedded.close())

  const passing = (input: 'inspection.requested' | 'page.fetched' = 'inspection.requested') => {
    const { store } = embedded
    const about = { stage: 'fetch', logger: silentLog, maxAttempts: 3, describe: describeRequest }
    return identify({ ...about, input, store, verifier: makeRequestVerifier(store) })(async (attempt) => {
      handed.push(attempt)
      return { done: 'forwarded', code: null }
    })
  }
  const from = (source: string, offset: number, id = 'x') => {
    const attempt = attemptOf([id, 'batch', { headers: { ce_source: source } }])
    return { ...attempt, record: { ...attempt.record, offset } }
  }

  it('hands on the event and inspection with the id, the id and source of the feeder, and the decision', async () => {
    const step = passing()
    await step(from('/one', 1))
    await step(from('/two', 2))
    expect(handed.map(({ event, inspection }) => [event.id, inspection.id])).to.deep.equal([
      ['x', 'x'],
      [`x~${TWO}`, `x~${TWO}`],
    ])
    expect(
      handed.map(({ inspection: { requestId, requestSource } }) => [requestId, requestSource]),
    ).to.deep.equal([
      ['x', '/one'],
      ['x', '/two'],
    ])
    await step(from('/two', 3))
    expect(handed.map(({ decision }) => decision)).to.deep.equal(['work', 'work', 'drop'])
  })

  it('asks the store once a minute about a request that is tried again and again', async () => {
    const [step, attempt] = [passing(), from('/one', 1)]
    for (let tries = 0; tries < 5; tries++) await step(attempt)
    expect(claims).to.equal(1)
    await clock.pass(61_000)
    await step(attempt)
    expect(claims).to.equal(2)
  })

  it('passes items of batches, calls and later events', async () => {
    const item = attemptOf(['6f0a1f9e-5c80-4b44-8a0b-0123456789ab.1', 'batch'])
    const call = attemptOf(['x', 'interactive'])
    await passing()(item)
    await passing()(call)
    await passing('page.fetched')(from('/one', 1))
    expect([claims, handed.length, handed[0], handed[1]]).to.deep.equal([0, 3, item, call])
    expect(handed[2]?.event.attributes).not.to.have.property('requestid')
  })

  it('makes a request without a free id a dead letter', async () => {
    const step = passing()
    await step(from('/one', 1))
    await step(from('/two', 2, `x~${TWO}`))
    await step(from('/two', 3, `x~${TWO}~${TWO}`))
    expect(await step(from('/two', 4))).to.have.property('deadLetter')
    expect(handed).to.have.length(3)
  })

  it('gives up after the last attempt when the store fails unexpectedly', async () => {
    const defect = new Error('a defect')
    embedded.store.claim = () => Promise.reject(defect)
    const [step, attempt] = [passing(), from('/one', 1)]
    for (const count of [0, 1]) expect(await rejectionOf(step({ ...attempt, count }))).to.equal(defect)
    expect(await step({ ...attempt, count: 2 })).to.have.property('deadLetter')
    expect(handed).to.deep.equal([])
  })
})
