import { expect } from 'chai'
import { parseListQuery, parseResultsQuery, parseStatusQuery } from '#gateway/routes/batches/queries.ts'
import type { Failure } from '#shared/errors.ts'

describe('parseResultsQuery', () => {
  it('begins at the first line and does not follow by default', () => {
    expect(parseResultsQuery('')).to.deep.equal({ after: 0, isFollowing: false })
    expect(parseResultsQuery('after=0&follow=false')).to.deep.equal({ after: 0, isFollowing: false })
    expect(parseResultsQuery('follow=true&after=123456')).to.deep.equal({ after: 123_456, isFollowing: true })
  })

  it('lists all errors, the first in the details', () => {
    try {
      parseResultsQuery('after=1.5&follow=1&limit=3')
    } catch (error) {
      const { code, message, details } = error as Failure
      expect(code).to.equal('VALIDATION_ERROR')
      expect(details).to.deep.equal({ parameter: 'after', reason: 'must be a whole number' })
      return expect(message).to.equal(
        'after must be a whole number; follow must be one of: true, false; limit is not a known parameter',
      )
    }
    expect.fail('it was accepted')
  })
})

describe('parseStatusQuery', () => {
  it('asks for no hosts by default', () => {
    expect(parseStatusQuery('')).to.equal(undefined)
    expect(parseStatusQuery('hosts=1')).to.equal(1)
    expect(parseStatusQuery('hosts=100')).to.equal(100)
  })

  it('lists all errors, the first in the details', () => {
    expect(() => parseStatusQuery('hosts=-1&after=3')).to.throw(
      'hosts must be a whole number between 1 and 100; after is not a known parameter',
    )
  })
})

describe('parseListQuery', () => {
  it('asks for the newest batches in any state by default', () => {
    expect(parseListQuery('')).to.deep.equal({ state: null, limit: 100, after: null })
    const requested = parseListQuery('state=paused&limit=1000&after=1.10')
    expect(requested).to.deep.equal({ state: 'paused', limit: 1000, after: 36 })
  })

  it('lists all errors, the first in the details', () => {
    expect(() => parseListQuery('state=done&limit=0&after=5&hosts=1')).to.throw(
      'state must be one of: running, paused, cancelled, finished; limit must be a whole number between 1 and 1000; after must be the `next` of a page; hosts is not a known parameter',
    )
  })
})
