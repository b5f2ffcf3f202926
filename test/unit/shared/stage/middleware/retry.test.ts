import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { internalError, type RetryOptions, retry } from '#shared/stage/middleware/retry.ts'
import type { Attempt, Effect } from '#shared/stage/middleware.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { attemptOf } from '../attempt.ts'

const MAX_ATTEMPTS = 3
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('retry', () => {
  const clock = driveClockInEachTest()
  let logged: Record<string, unknown>[]
  let isStopped: boolean
  beforeEach(() => {
    logged = []
    isStopped = false
  })

  function effectOf(error: unknown, attempt: Attempt = attemptOf(['one', 'batch'])): Promise<Effect> {
    const logger = { error: (about: Record<string, unknown>) => void logged.push(about) }
    const options: RetryOptions = {
      ...{ stage: 'toy', maxAttempts: MAX_ATTEMPTS, isStopped: () => isStopped },
      logger: logger as unknown as RetryOptions['logger'],
      keyOf: () => 'shop.example',
    }
    return retry(options)(() => Promise.reject(error))(attempt)
  }
  const delaysOf = (error: unknown, counts: number[], lane: 'batch' | 'interactive' = 'batch') =>
    Promise.all(
      counts.map(async (count) => {
        const effect = await effectOf(error, attemptOf(['one', lane], { count }))
        return 'retryAfterMs' in effect ? effect.retryAfterMs : null
      }),
    )

  it('hands on the effect of work that succeeds', async () => {
    const effect: Effect = { next: [] }
    const options = { stage: 'toy', maxAttempts: 3, isStopped: () => isStopped, keyOf: () => null }
    const step = retry({ ...options, logger: {} as RetryOptions['logger'] })(async () => effect)
    expect(await step(attemptOf(['one']))).to.equal(effect)
    isStopped = true
    expect(await step(attemptOf(['one']))).to.equal(effect)
  })

  it('retries an unexpected error up to the maximum of attempts, each after twice the delay', async () => {
    expect(await delaysOf(new Error('a defect'), [0, 1, 2, 3])).to.deep.equal([100, 200, null, null])
    expect(await effectOf(new Error('a defect'))).to.deep.equal({ retryAfterMs: 100, code: 'error' })
  })

  it('ends an unexpected error as INTERNAL_ERROR without its cause, and logs it', async () => {
    const attempt = attemptOf(['one', 'batch', { headers: { ce_traceparent: TRACE } }], { count: 2 })
    const error = new Error('at 10.0.0.7')
    const effect = await effectOf(error, attempt)
    expect(effect).to.have.property('failure').that.includes({ code: 'INTERNAL_ERROR' })
    const { failure } = effect as { failure: Failure }
    expect(failure.message).to.equal('An unexpected error occurred')
    expect(failure.details).to.include({ request_id: 'one' })
    expect(logged).to.deep.equal([
      { err: error, inspection: 'one', stage: 'toy', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    ])
  })

  it('ends with a failure at once, and logs nothing', async () => {
    const failure = new Failure('URL_UNREACHABLE', 'no')
    expect(await effectOf(failure)).to.deep.equal({ failure })
    expect(logged).to.deep.equal([])
  })

  it('retries after the delay that the target asks for; the attempt after the last one ends', async () => {
    const failure = new Failure('URL_UNREACHABLE', 'busy')
    const later = new RetryAfterError(failure, 1234)
    expect(await delaysOf(later, [0, 1, 2])).to.deep.equal([1234, 1234, 1234])
    expect(await effectOf(later, attemptOf(['one', 'batch'], { count: 3 }))).to.deep.equal({ failure })
  })

  it('retries batch work without end while a service is unavailable, after at most 5 s', async () => {
    const away = unavailable('store')
    expect(await delaysOf(away, [0, 1, 5, 6, 9, 500])).to.deep.equal([100, 200, 3200, 5000, 5000, 5000])
  })

  it('retries for an interactive caller within a second of the first attempt', async () => {
    const startedAt = clock.now()
    const at = async (ms: number, count: number) => {
      await clock.pass(startedAt + ms - clock.now())
      return effectOf(unavailable('store'), attemptOf(['one'], { count, startedAt }))
    }
    expect(await at(0, 0)).to.deep.equal({ retryAfterMs: 100, code: 'SERVICE_UNAVAILABLE' })
    expect(await at(799, 1)).to.deep.equal({ retryAfterMs: 200, code: 'SERVICE_UNAVAILABLE' })
    expect(await at(800, 1))
      .to.have.property('failure')
      .that.includes({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('postpones throttled work at the head of its key, whatever the number of attempts', async () => {
    const attempt = attemptOf(['one', 'batch'], { count: 9 })
    for (const group of [null, 'shop.example'])
      expect(await effectOf(new ThrottledError(70, group), attempt)).to.deep.equal({ postponeMs: 70 })
  })

  it('lets the other work of the key go on while throttled work waits for another host', async () => {
    const effect = await effectOf(new ThrottledError(70, 'other.example'))
    expect(effect).to.deep.equal({ retryAfterMs: 70, isAttempt: false })
  })

  it('postpones no longer than to the deadline', async () => {
    const expiresAt = Date.now() + 5000
    const attempt = attemptOf(['one', 'batch'])
    const bounded = { ...attempt, inspection: { ...attempt.inspection, expiresAt } }
    const effect = await effectOf(new ThrottledError(60_000), bounded)
    expect(effect).to.deep.equal({ postponeMs: 5000 })
  })

  it('abandons work that fails after the stage has left its groups', async () => {
    isStopped = true
    for (const error of [new Error('closed'), new Failure('TIMEOUT', 'late'), new ThrottledError(5)])
      expect(await effectOf(error)).to.deep.equal({ retryAfterMs: 0 })
    expect(logged).to.deep.equal([])
  })

  it('tells support where to look for an unexpected error', () => {
    const { details } = internalError(attemptOf(['one']).inspection)
    const { request_id, timestamp } = details as { request_id: string; timestamp: string }
    expect(request_id).to.equal('one')
    expect(timestamp).to.equal(new Date().toISOString())
  })
})
