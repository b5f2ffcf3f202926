import { expect } from 'chai'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { probeOutcome } from '#stages/score/audit/derived/links/link-targets.ts'

const answer = (given: Partial<ProbeAnswer>) =>
  ({
    url: 'https://www.example.com/',
    status: 200,
    location: null,
    contentType: null,
    error: null,
    ...given,
  }) as ProbeAnswer
const kindOf = (given: Partial<ProbeAnswer>) => probeOutcome(answer(given)).kind

describe('probeOutcome', () => {
  it('is "works" for 2xx and 304', () => {
    expect([200, 204, 206, 304].map((status) => kindOf({ status }))).to.deep.equal(Array(4).fill('works'))
  })

  it('is "broken" for client and server errors', () => {
    expect([404, 410, 400, 500, 503].map((status) => kindOf({ status }))).to.deep.equal(
      Array(5).fill('broken'),
    )
  })

  it('is unknown for statuses that block robots', () => {
    expect([401, 403, 405, 429, 999].map((status) => kindOf({ status }))).to.deep.equal(
      Array(5).fill('unknown'),
    )
  })

  it('is unknown for redirects', () => {
    expect(probeOutcome(answer({ status: 301 }))).to.deep.equal({ kind: 'unknown', reason: 'redirected' })
  })

  it('is unknown without an answer: the server may be gone or only unreachable', () => {
    const silent = (error: ProbeAnswer['error']) => kindOf({ status: null, error })
    expect(silent('dns_failure')).to.equal('unknown')
    expect(silent('connection_failed')).to.equal('unknown')
    expect(silent('tls_error')).to.equal('unknown')
    expect(silent('timeout')).to.equal('unknown')
    expect(silent('refused')).to.equal('unknown')
  })

  it('is unknown for a URL that was not probed', () => {
    expect(probeOutcome(undefined)).to.deep.equal({ kind: 'unknown', reason: 'not_probed' })
  })
})
