import { expect } from 'chai'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { makeLoneRefusals } from '#shared/politeness/responses/lone-refusals.ts'
import { fine } from '../stores-of-each-test.ts'

const busy: HostResponse = { ...fine, status: 503 }
const failed: HostResponse = { ...fine, responseMs: null, status: null, isFailed: true }

describe('makeLoneRefusals', () => {
  /** What is recorded of responses of one host, in order. */
  const recorded = (...responses: readonly (readonly [path: string, response: HostResponse])[]) => {
    const { record } = makeLoneRefusals()
    return responses.map(([path, response]) => record('a.test', `http://a.test${path}`, response))
  }

  it('takes a refusal of a host that responds to others as that of its URL, however often it comes', () => {
    for (const status of [503, 429]) {
      const refused = { ...busy, status }
      expect(recorded(['/', fine], ['/x', refused], ['/x', refused], ['/x', refused])).to.deep.equal([
        ...[false, true, true, true],
      ])
    }
  })

  it('takes the refusal of a second URL as that of the host, until it responds again', () => {
    expect(recorded(['/', fine], ['/x', busy], ['/y', busy], ['/x', busy], ['/z', busy])).to.deep.equal([
      ...[false, true, false, true, false],
    ])
    expect(recorded(['/', fine], ['/x', busy], ['/', fine], ['/y', busy])).to.deep.equal([
      ...[false, true, false, true],
    ])
  })

  it('takes the refusal of a host of which nothing good is known as its own', () => {
    expect(recorded(['/x', busy], ['/x', busy])).to.deep.equal([false, false])
    expect(recorded(['/', failed], ['/x', busy])).to.deep.equal([false, false])
  })

  it('takes a Retry-After and a refused robots.txt as those of the host', () => {
    const until = { ...busy, retryAfterMs: 4000 }
    expect(recorded(['/', fine], ['/x', until], ['/robots.txt', busy])).to.deep.equal([false, false, false])
  })

  it('takes any other response as a good one, also an error, but none as one', () => {
    for (const status of [404, 500, 502, 301])
      expect(recorded(['/a', { ...fine, status }], ['/x', busy])).to.deep.equal([false, true])
    expect(recorded(['/', fine], ['/x', busy], ['/a', failed], ['/y', busy]).at(-1)).to.equal(false)
  })

  it('tells hosts apart', () => {
    const { record } = makeLoneRefusals()
    record('a.test', 'http://a.test/', fine)
    expect(record('b.test', 'http://b.test/x', busy)).to.equal(false)
    expect(record('a.test', 'http://a.test/x', busy)).to.equal(true)
  })
})
