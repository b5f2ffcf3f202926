import { expect } from 'chai'
import { Failure, isUnavailable, unavailable } from '#shared/errors.ts'

describe('errors', () => {
  it('hold what clients see apart from the cause', () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7')
    const failure = new Failure('TIMEOUT', 'too late', { details: { url: 'http://x/' }, cause })
    expect(failure).to.deep.include({
      name: 'Failure',
      code: 'TIMEOUT',
      details: { url: 'http://x/' },
      cause,
    })
    expect(new Failure('TIMEOUT', 'too late').details).to.equal(null)
  })

  it('of a backing service are told from all others', () => {
    const error = unavailable('store', new Error('secret'))
    expect(error.message).to.equal('The service is temporarily unavailable (store)')
    expect(isUnavailable(error)).to.equal(true)
    for (const other of [new Failure('TIMEOUT', ''), { code: 'SERVICE_UNAVAILABLE' }, new Error('x'), null])
      expect(isUnavailable(other)).to.equal(false)
  })
})
