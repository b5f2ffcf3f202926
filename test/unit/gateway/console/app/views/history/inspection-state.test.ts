import { expect } from 'chai'
import { ApiError } from '#gateway/console/app/api/api-error.ts'
import {
  retryMsOf,
  stateOfAnswer,
  stateOfFailure,
} from '#gateway/console/app/views/history/inspection-state.ts'

const running = { status: 202, body: { status: 'running' }, retryAfter: '2' }

describe('the state of an inspection', () => {
  it('asks each second at first, then as often as the service wants', () => {
    expect(stateOfAnswer(running, 0)).to.deep.equal({ is: 'running', retryMs: 1000 })
    expect(stateOfAnswer(running, 19_999)).to.deep.equal({ is: 'running', retryMs: 1000 })
    expect(stateOfAnswer(running, 20_000)).to.deep.equal({ is: 'running', retryMs: 2000 })
  })

  it('asks each second without a usable Retry-After, and each minute at least', () => {
    expect(stateOfAnswer({ ...running, retryAfter: null }, 60_000)).to.deep.equal({
      is: 'running',
      retryMs: 1000,
    })
    expect(stateOfAnswer({ ...running, retryAfter: 'soon' }, 60_000)).to.deep.equal({
      is: 'running',
      retryMs: 1000,
    })
    expect(stateOfAnswer({ ...running, retryAfter: '3600' }, 60_000)).to.deep.equal({
      is: 'running',
      retryMs: 60_000,
    })
  })

  it('is done with an answer of 200', () => {
    const state = stateOfAnswer({ status: 200, body: { url: 'https://a.example/' }, retryAfter: null }, 0)
    expect(state).to.deep.equal({ is: 'done', result: { url: 'https://a.example/' } })
    expect(retryMsOf(state)).to.equal(null)
  })

  it('is final with the failure of the inspection itself, whatever its status', () => {
    for (const [code, status] of [
      ['NOT_FOUND', 404],
      ['TIMEOUT', 408],
      ['METADATA_FAILED', 500],
      ['PAGE_LOAD_FAILED', 502],
      ['BROWSER_CRASHED', 503],
    ] as const) {
      const error = new ApiError('It failed', { code, status })
      expect(stateOfFailure(error)).to.deep.equal({ is: 'failed', error })
      expect(retryMsOf(stateOfFailure(error))).to.equal(null)
    }
  })

  it('asks again after an outage and after a limit', () => {
    const offline = stateOfFailure(new ApiError('', { code: 'OFFLINE', status: 0 }))
    expect(retryMsOf(offline)).to.equal(5000)
    const busy = new ApiError('', { code: 'SERVICE_UNAVAILABLE', status: 503, retryAfter: 2 })
    expect(retryMsOf(stateOfFailure(busy))).to.equal(2000)
    const limited = new ApiError('', { code: 'RATE_LIMIT_EXCEEDED', status: 429, retryAfter: 86_400 })
    expect(retryMsOf(stateOfFailure(limited))).to.equal(60_000)
  })

  it('throws what is no answer of the service', () => {
    expect(() => stateOfFailure(new TypeError('a bug'))).to.throw('a bug')
  })
})
