import { expect } from 'chai'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { probeOutcome } from '#stages/score/audit/derived/links/probe-outcome.ts'

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

describe('answers of probes', () => {
  it('with 2xx and 304 work', () => {
    expect([200, 204, 206, 304].map((status) => kindOf({ status }))).to.deep.equal(Array(4).fill('works'))
  })

  it('with client and server errors are broken', () => {
    expect([404, 410, 400, 500, 503].map((status) => kindOf({ status }))).to.deep.equal(
      Array(5).fill('broken'),
    )
  })

  it('that turn robots away tell nothing', () => {
    expect([401, 403, 405, 429, 999].map((status) => kindOf({ status }))).to.deep.equal(
      Array(5).fill('unknown'),
    )
  })

  it('that redirect tell nothing of what they lead to', () => {
    expect(probeOutcome(answer({ status: 301 }))).to.deep.equal({ kind: 'unknown', reason: 'redirected' })
  })

  it('that never came tell nothing: the server may be gone or only out of reach', () => {
    const silent = (error: ProbeAnswer['error']) => kindOf({ status: null, error })
    expect(silent('dns_failure')).to.equal('unknown')
    expect(silent('connection_failed')).to.equal('unknown')
    expect(silent('tls_error')).to.equal('unknown')
    expect(silent('timeout')).to.equal('unknown')
    expect(silent('refused')).to.equal('unknown')
  })

  it('to nothing asked are unknown', () => {
    expect(probeOutcome(undefined)).to.deep.equal({ kind: 'unknown', reason: 'not_probed' })
  })
})
