import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { openStageFixture, type StageFixture, value } from '../stage-fixture.ts'
import { MAX_ATTEMPTS, resultOf } from '../toy-stage.ts'

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

describe('deadlines of a stage', () => {
  const clock = driveClockInEachTest()
  let fixture: StageFixture
  let results: StageFixture['results']
  let failed: StageFixture['failed']
  let run: StageFixture['run']
  beforeEach(async () => {
    fixture = await openStageFixture()
    ;({ results, failed, run } = fixture)
  })
  afterEach(() => fixture.close())

  it('does not start an expired inspection: TIMEOUT', async () => {
    let tries = 0
    await run(
      async (work) => {
        tries += 1
        return resultOf(work, '1')
      },
      ['one', 'interactive', { headers: { ce_expirytime: soon(-1) } }],
    )
    await clock.until(() => failed.length === 1)
    expect(value(failed[0])).to.include({ code: 'TIMEOUT', status: 500 })
    expect([tries, results.length]).to.deep.equal([0, 0])
  })

  it('aborts an inspection that expires while it runs: TIMEOUT', async () => {
    await run(
      ({ signal }) => sleep(60_000, undefined as never, { signal }),
      ['one', 'batch', { headers: { ce_expirytime: soon(30) } }],
    )
    const began = clock.now()
    await clock.until(() => failed.length === 1)
    expect(value(failed[0])).to.include({ code: 'TIMEOUT' })
    // Clocks count whole milliseconds.
    expect(clock.now() - began).to.be.within(30_000, 30_001)
  })

  it('reports the time from the event to its expiry', async () => {
    const headers = { ce_time: '2026-01-02T03:04:05Z', ce_expirytime: '2026-01-02T03:04:12.5Z' }
    await run(async (work) => resultOf(work, '1'), ['one', 'batch', { headers }])
    await clock.until(() => failed.length === 1)
    const { code, details, url } = value(failed[0])
    expect([code, details]).to.deep.equal(['TIMEOUT', { url, timeout_ms: 7500 }])
  })

  it('does not retry an expired inspection, whatever it failed with', async () => {
    let tries = 0
    const ce_expirytime = soon(2)
    await run(async () => {
      tries += 1
      await sleep(2001)
      throw unavailable('objects')
    }, ['one', 'batch', { headers: { ce_expirytime } }])
    await clock.until(() => failed.length === 1)
    expect([value(failed[0]).code, tries]).to.deep.equal(['TIMEOUT', 1])
  })

  it('does not abort an inspection without a deadline', async () => {
    await run(async (work) => resultOf(work, String(work.signal.aborted)), ['one', 'batch'])
    await clock.until(() => results.length === 1)
    expect(value(results[0]).result).to.equal(false)
  })

  it('lets batch work wait for a backing service, and processes it once it is available', async () => {
    let tries = 0
    await run(
      async (work) => {
        tries += 1
        if (tries <= MAX_ATTEMPTS + 2) throw unavailable('objects')
        return resultOf(work, '1')
      },
      ['one', 'batch'],
    )
    await clock.until(() => results.length === 1)
    expect(failed).to.deep.equal([])
  })

  it('reports an unavailable service to an interactive caller soon', async () => {
    const began = clock.now()
    await run(async () => Promise.reject(unavailable('objects')), ['one'])
    await clock.until(() => failed.length === 1)
    expect(value(failed[0])).to.include({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    expect(clock.now() - began).to.be.below(1000)
  })

  it('does not retry for an interactive caller when one attempt took all the time', async () => {
    let tries = 0
    await run(async () => {
      tries += 1
      await sleep(1100)
      throw unavailable('objects')
    }, ['one'])
    await clock.until(() => failed.length === 1)
    expect(tries).to.equal(1)
  })

  it('gives an interactive caller a result when the service is available again soon', async () => {
    let tries = 0
    await run(
      async (work) => {
        tries += 1
        if (tries === 1) throw unavailable('objects')
        return resultOf(work, '1')
      },
      ['one'],
    )
    await clock.until(() => results.length === 1)
    expect(failed).to.deep.equal([])
  })
})
