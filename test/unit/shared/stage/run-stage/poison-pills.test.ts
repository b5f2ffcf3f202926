import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { openStageFixture, type StageFixture, text, value } from '../stage-fixture.ts'
import { requestOf, resultOf } from '../toy-stage.ts'

describe('stage with undecodable or failing records', () => {
  const clock = driveClockInEachTest()
  let fixture: StageFixture
  let embedded: StageFixture['embedded']
  let results: StageFixture['results']
  let failed: StageFixture['failed']
  let dead: StageFixture['dead']
  let run: StageFixture['run']
  let runOver: StageFixture['runOver']
  let isCommitted: StageFixture['isCommitted']
  beforeEach(async () => {
    fixture = await openStageFixture()
    ;({ embedded, results, failed, dead, run, runOver, isCommitted } = fixture)
  })
  afterEach(() => fixture.close())

  it('publishes a record that is no event unchanged to dead-letter, and continues', async () => {
    const key = Buffer.from([0, 0xff, 0xfe])
    const bytes = Buffer.from([0xc3, 0x28, 0, 1, 2])
    await runOver({}, async (work) => resultOf(work, '1'))
    const headers = { 'x-own': Buffer.from([0x80, 0]), ce_type: 'inspection.requested.v1' }
    await embedded.log.append([
      { topic: 'inspection.requested.batch', key: null, value: null, headers: {} },
      { topic: 'inspection.requested.batch', key, value: bytes, headers },
      requestOf('one', 'batch'),
    ])
    await clock.until(() => dead.length === 2 && results.length === 1)
    const [first, second] = dead.toSorted(
      (a, b) => Number(text(a, 'pp_offset')) - Number(text(b, 'pp_offset')),
    )
    expect([first?.key, first?.value]).to.deep.equal([null, null])
    expect(second?.key?.equals(key)).to.equal(true)
    expect(second?.value?.equals(bytes)).to.equal(true)
    expect(second?.headers['x-own']?.equals(Buffer.from([0x80, 0]))).to.equal(true)
    expect(text(second, 'ce_type')).to.equal('inspection.requested.v1')
    expect(text(second, 'pp_topic')).to.equal('inspection.requested.batch')
    expect([text(second, 'pp_partition'), text(second, 'pp_offset')]).to.deep.equal(['0', '1'])
    expect(text(second, 'pp_reason')).to.not.equal('')
    await clock.until(() => isCommitted('batch'))
    expect(failed).to.deep.equal([])
  })

  it('is not blocked by an event with endless nesting', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const structured = `{"specversion":"1.0","id":"two","source":"/f","type":"inspection.requested.v1","data":${deep}}`
    await run(async (work) => resultOf(work, '1'))
    await embedded.log.append([
      { ...requestOf('one', 'batch'), value: `{"operation":"metadata","parameters":${deep}}` },
      {
        ...requestOf('two', 'batch'),
        value: structured,
        headers: { 'content-type': 'application/cloudevents+json' },
      },
      requestOf('three', 'batch'),
    ])
    await clock.until(() => isCommitted('batch'))
    await clock.until(() => results.some((one) => text(one, 'ce_subject') === 'three'))
  })

  it('accepts an id of 1,024 bytes, with any characters', async () => {
    const ids = ['x'.repeat(1024), 'a\u0000b', 'ü 😀/?#', ' ']
    await run(async (work) => resultOf(work, '1'), ...ids.map((id): [string] => [id]))
    await clock.until(() => results.length === ids.length)
    expect(results.map((one) => text(one, 'ce_subject'))).to.have.members(ids)
  })

  it('processes a request whose failure cannot be published three times at most', async () => {
    const store = { ...embedded.store, claim: () => Promise.reject(new Error('a defect')) }
    await runOver({ store }, async () => Promise.reject(new Failure('TIMEOUT', 'slow')))
    await embedded.log.append([requestOf('one', 'batch')])
    await clock.until(() => dead.length === 1)
    expect(value(dead[0])).to.deep.include({ operation: 'metadata' })
    expect(text(dead[0], 'ce_id')).to.equal('one')
    await clock.until(() => isCommitted('batch'))
  })
})
