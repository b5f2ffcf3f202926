import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { StageHandler, StageResult, Work } from '#shared/stage/stage-handler.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { openStageFixture, type StageFixture, text, value } from '../stage-fixture.ts'
import { forwarded, MAX_ATTEMPTS, resultOf } from '../toy-stage.ts'

describe('stage', () => {
  const clock = driveClockInEachTest()
  let fixture: StageFixture
  let embedded: StageFixture['embedded']
  let results: StageFixture['results']
  let failed: StageFixture['failed']
  let run: StageFixture['run']
  let runOver: StageFixture['runOver']
  let isCommitted: StageFixture['isCommitted']
  beforeEach(async () => {
    fixture = await openStageFixture()
    ;({ embedded, results, failed, run, runOver, isCommitted } = fixture)
  })
  afterEach(() => fixture.close())

  it('publishes a result under the id and the key of the inspection, and commits', async () => {
    await run(async (work) => resultOf(work, '{"title":"x"}'), ['one'])
    await clock.until(() => results.length === 1)
    const [result] = results
    expect(value(result)).to.deep.equal({
      operation: 'metadata',
      parameters: { url: 'http://shop.example/page' },
      url: 'http://shop.example/page',
      result: { title: 'x' },
    })
    expect(result?.key?.toString()).to.equal('shop.example')
    expect(text(result, 'ce_subject')).to.equal('one')
    expect(text(result, 'ce_type')).to.equal('result.metadata.v1')
    expect(text(result, 'ce_specversion')).to.equal('1.0')
    expect(text(result, 'content-type')).to.equal('application/json')
    await clock.until(() => isCommitted())
    expect(failed).to.deep.equal([])
  })

  it('publishes events for the next stage', async () => {
    const fetched = await embedded.watch('page.fetched.batch')
    await run(async ({ event, lane }) => forwarded(event, lane), ['one', 'batch'])
    await clock.until(() => fetched.length === 1)
    expect(text(fetched[0], 'ce_subject')).to.equal('one')
  })

  it('reads both lanes', async () => {
    await run(async (work) => resultOf(work, `"${work.lane}"`), ['one'], ['two', 'batch'])
    await clock.until(() => results.length === 2)
    const byLane = Object.fromEntries(results.map((one) => [text(one, 'ce_subject'), value(one).result]))
    expect(byLane).to.deep.equal({ one: 'interactive', two: 'batch' })
  })

  it('publishes a Failure at once', async () => {
    let tries = 0
    await run(async () => {
      tries += 1
      throw new Failure('UNSUPPORTED_CONTENT', 'not HTML', { details: { content_type: 'image/png' } })
    }, ['one'])
    await clock.until(() => failed.length === 1)
    expect(value(failed[0])).to.deep.equal({
      operation: 'metadata',
      parameters: { url: 'http://shop.example/page' },
      url: 'http://shop.example/page',
      stage: 'toy',
      code: 'UNSUPPORTED_CONTENT',
      status: 500,
      message: 'not HTML',
      details: { content_type: 'image/png' },
    })
    expect(text(failed[0], 'ce_subject')).to.equal('one')
    expect(failed[0]?.key?.toString()).to.equal('shop.example')
    await clock.until(() => isCommitted())
    expect(tries).to.equal(1)
  })

  it('retries unexpected errors, then publishes INTERNAL_ERROR without the cause', async () => {
    let tries = 0
    await run(async () => {
      tries += 1
      throw new Error('connect ECONNREFUSED 10.0.0.7:9000')
    }, ['one'])
    await clock.until(() => failed.length === 1)
    expect(tries).to.equal(MAX_ATTEMPTS)
    expect(value(failed[0])).to.include({ code: 'INTERNAL_ERROR', status: 500, stage: 'toy' })
    expect(failed[0]?.value?.toString()).not.to.include('10.0.0.7')
  })

  it('publishes the result of a later attempt', async () => {
    let tries = 0
    await run(
      async (work) => {
        tries += 1
        if (tries < MAX_ATTEMPTS) throw new Error('a defect')
        return resultOf(work, '1')
      },
      ['one'],
    )
    await clock.until(() => results.length === 1)
    expect(failed).to.deep.equal([])
  })

  it('repeats unfinished records only after a restart, at any position', async () => {
    const begun: string[] = []
    const hanging: StageHandler['handle'] = async (work) => {
      begun.push(work.event.id)
      if (work.event.id === '2') await new Promise(() => {})
      return resultOf(work, '1')
    }
    await run(hanging, ...['0', '1', '2', '3', '4'].map((id): [string] => [id]))
    await clock.until(() => results.length === 4)
    await clock.run(fixture.drain())
    begun.length = 0
    await runOver({}, async (work) => {
      begun.push(work.event.id)
      return resultOf(work, '1')
    })
    await clock.until(() => results.length === 5)
    await clock.until(() => isCommitted())
    expect(begun).to.deep.equal(['2'])
  })

  const lateEnds: Record<string, (work: Work) => StageResult> = {
    'a result': (work) => resultOf(work, '"late"'),
    'a failure': () => {
      throw new Failure('SERVICE_UNAVAILABLE', 'what it needs is closed already')
    },
  }
  for (const [what, end] of Object.entries(lateEnds)) {
    it(`abandons running work when it is drained, although it ends with ${what} then`, async () => {
      const running = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      await run(
        async (work) => {
          running.resolve()
          await goOn.promise
          ended.resolve()
          return end(work)
        },
        ['one'],
      )
      await running.promise
      await clock.run(fixture.drain())
      goOn.resolve()
      await ended.promise
      await clock.pass(60_000)
      await runOver({}, async (work) => resultOf(work, '"by the next one"'))
      await clock.until(() => isCommitted())
      expect(results.map((one) => value(one).result)).to.deep.equal(['by the next one'])
      expect(failed).to.deep.equal([])
    })
  }
})
