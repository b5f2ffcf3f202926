import { expect } from 'chai'
import {
  parseLinesQuery,
  parseListQuery,
  parsePagesQuery,
  parseReportQuery,
  parseResultsQuery,
  parseStatusQuery,
} from '#gateway/routes/batches/queries.ts'
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

describe('parseLinesQuery', () => {
  it('has the number of the first line', () => {
    expect(parseLinesQuery('from=1')).to.equal(1)
    expect(parseLinesQuery('from=100000000001')).to.equal(100_000_000_001)
  })

  for (const query of ['', 'from=', 'from=0', 'from=-1', 'from=1.5', 'from=01', 'from=x', 'from=1&from=2'])
    it(`rejects ${query || 'none'}`, () =>
      expect(() => parseLinesQuery(query)).to.throw('from must be a whole number of at least 1'))
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
      'state must be one of: open, running, paused, cancelled, finished; limit must be a whole number between 1 and 1000; after must be the `next_cursor` of a page; hosts is not a known parameter',
    )
  })
})

describe('parseReportQuery', () => {
  it('compares with nothing by default, else with the batch of any text', () => {
    expect(parseReportQuery('')).to.deep.include({ compare: null, severities: null })
    expect(parseReportQuery('compare=%22%3E%00')).to.include({ compare: '">\u0000' })
  })

  it('lists all errors', () => {
    expect(() => parseReportQuery('compare=a&compare=b&format=pdf')).to.throw(
      'compare must be the id of one batch; format is not a known parameter',
    )
  })
})

describe('parsePagesQuery', () => {
  it('asks for all rows by default, else for some from a row on', () => {
    expect(parsePagesQuery('')).to.deep.include({ after: 0, limit: null })
    expect(parsePagesQuery('after=999999999999999&limit=1000000')).to.deep.include({
      after: 999_999_999_999_999,
      limit: 1_000_000,
    })
  })

  for (const query of [
    'limit=0',
    'limit=1000001',
    'limit=1e3',
    'limit=',
    'limit=99999999999',
    'limit=1&limit=2',
  ]) {
    it(`rejects ${query}`, () =>
      expect(() => parsePagesQuery(query)).to.throw('limit must be a whole number between 1 and 1000000'))
  }
  for (const query of [
    'after=-1',
    'after=1.5',
    'after=',
    'after=1e3',
    'after=9999999999999999',
    'after=1&after=2',
  ]) {
    it(`rejects ${query}`, () =>
      expect(() => parsePagesQuery(query)).to.throw('after must be a whole number'))
  }

  it('lists all errors', () => {
    expect(() => parsePagesQuery('after=x&limit=0&page=2')).to.throw(
      'after must be a whole number; limit must be a whole number between 1 and 1000000; page is not a known parameter',
    )
  })
})
