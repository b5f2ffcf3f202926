import { expect } from 'chai'
import { deferredRecord } from '#shared/messages/events/deferred.ts'
import { addressLearningFrontier } from '#stages/batch/frontier/queues.ts'
import { dispatchedUrls, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture, type StoreFixture } from '../../store-fixture.ts'

describe('addressLearningFrontier', () => {
  let fixture: StoreFixture
  /** Hosts whose addresses are known, in the order of the look-ups. */
  let learnt: string[]
  beforeEach(async () => {
    learnt = []
    const queueOf = (url: string) => (learnt.includes(url) ? 'shared.example' : new URL(url).hostname)
    fixture = await openStoreFixture({ queueOf, perHost: 1 })
  })
  afterEach(() => fixture.end())

  const resolve = async (urls: readonly string[]) => void learnt.push(...urls)

  it('looks up addresses before it adds URLs, so that hosts with one address share a queue', async () => {
    const frontier = addressLearningFrontier(fixture.frontier, { resolve })
    const urls = ['http://a.example/', 'http://b.example/', 'http://c.example/']
    await startBatch({ ...fixture, frontier }, 'one', urls)
    expect(learnt).to.deep.equal(urls)
    expect(dispatchedUrls((await frontier.dispatch(10)).dispatches)).to.deep.equal(['http://a.example/'])
  })

  it('looks up the hosts of deferred requests, and ignores records that are not events', async () => {
    const frontier = addressLearningFrontier(fixture.frontier, { resolve })
    const records = ['http://a.example/', 'http://b.example/'].map((url, offset) => ({
      ...deferredRecord({
        topic: 'inspection.requested.batch',
        partition: 0,
        offset,
        timestamp: 0,
        key: null,
        value: Buffer.from(JSON.stringify({ operation: 'metadata', parameters: { url } })),
        headers: {
          ce_specversion: Buffer.from('1.0'),
          ce_id: Buffer.from(`id-${offset}`),
          ce_type: Buffer.from('inspection.requested.v1'),
        },
      }),
      partition: 0,
      offset,
      timestamp: 0,
    }))
    const noEvent = {
      topic: 'inspection.deferred',
      partition: 0,
      offset: 2,
      timestamp: 0,
      key: null,
      value: null,
      headers: {},
    }
    await frontier.defer([...(records as unknown as (typeof noEvent)[]), noEvent])
    expect(learnt).to.deep.equal(['http://a.example/', 'http://b.example/'])
    expect((await frontier.dispatch(10)).dispatches).to.have.length(1)
  })
})
