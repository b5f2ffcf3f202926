import { expect } from 'chai'
import { connectionError, errorFromResponse as fromResponse } from '#gateway/cli/batch/errors.ts'

const URL = 'http://127.0.0.1:8080'
const errorFromResponse = (status: number, body: string, url: string, hasKey: boolean, retryAfter = '') =>
  fromResponse({ status, body, retryAfter }, url, hasKey)
const shapeC = (message: string, details: unknown) =>
  JSON.stringify({ success: false, error: { message, details } })

describe('errors of the service', () => {
  it('show the message of the service, then each problem once', () => {
    const details = { parameter: 'fields', reason: 'must be a list' }
    expect(
      errorFromResponse(400, shapeC('fields must be a list; max is unknown', details), URL, true).message,
    ).to.equal('fields must be a list; max is unknown')
    expect(errorFromResponse(400, shapeC('Wrong', details), URL, true).message).to.equal(
      'Wrong\n  fields must be a list',
    )
    const list = [{ message: 'one' }, { message: 'two' }]
    expect(errorFromResponse(400, shapeC('Wrong', list), URL, true).message).to.equal('Wrong\n  one\n  two')
  })

  for (const body of ['', '<html>', 'null', '{}', '{"error":"x"}', '{"error":{"message":5}}']) {
    it(`name the status when the body has no message: ${body}`, () => {
      const { message, status } = errorFromResponse(502, body, URL, true)
      expect(message).to.include('502').and.include(URL)
      expect(status).to.equal(502)
    })
  }

  for (const [status, isPassing] of [
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [413, false],
    [429, true],
    [500, true],
    [503, true],
  ] as const) {
    it(`${status} ${isPassing ? 'is transient' : 'is permanent'}`, () => {
      expect(errorFromResponse(status, '', URL, true).isTransient).to.equal(isPassing)
    })
  }

  it('name the setting for a wrong key, and for none', () => {
    const message = (hasKey: boolean) =>
      errorFromResponse(401, shapeC('The key is wrong', {}), URL, hasKey).message
    expect(message(true)).to.match(/does not accept the key in PAGEPROBE_API_KEY/)
    expect(message(false)).to.match(/set PAGEPROBE_API_KEY/)
  })

  it('say how long to wait, where the service tells it in seconds', () => {
    const waits = ['', '0', '30', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1e3'].map(
      (header) => errorFromResponse(503, '', URL, true, header).retryAfterMs,
    )
    expect(waits).to.deep.equal([0, 0, 30_000, 0, 0, 0])
  })

  it('say why nothing answers, even after several addresses were tried', () => {
    const one = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    for (const error of [one, new AggregateError([one]), new TypeError('failed', { cause: one })]) {
      expect(connectionError(URL, error).message).to.match(/no PageProbe at .*ECONNREFUSED/)
      expect(connectionError(URL, error).isAbsent).to.equal(true)
    }
    const { message, isTransient, isAbsent } = connectionError(
      URL,
      Object.assign(new Error('x'), { code: 'ECONNRESET' }),
    )
    expect(message).to.include('ECONNRESET').and.not.include('no PageProbe')
    expect([isTransient, isAbsent]).to.deep.equal([true, false])
  })
})
