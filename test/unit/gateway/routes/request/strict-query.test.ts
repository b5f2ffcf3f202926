import { expect } from 'chai'
import { z } from 'zod'
import { parseStrictQuery } from '#gateway/routes/request/strict-query.ts'
import type { Failure } from '#shared/errors.ts'

const schema = z.strictObject({
  count: z.int({ error: 'must be a whole number' }).default(7),
  name: z.string({ error: 'must be a string' }).optional(),
})

describe('parseStrictQuery', () => {
  it('converts whole numbers, and no other parameter', () => {
    expect(parseStrictQuery(schema, 'count=12&name=12', ['count'])).to.deep.equal({ count: 12, name: '12' })
    expect(parseStrictQuery(schema, '', ['count'])).to.deep.equal({ count: 7 })
  })

  it('rejects unknown, repeated and wrong parameters, all in one message', () => {
    for (const [query, message] of [
      ['count=1.5', 'count must be a whole number'],
      ['count=', 'count must be a whole number'],
      ['count=1234567890', 'count must be a whole number'],
      ['name=a&name=b', 'name must be a string'],
      ['name=a&other=1&count=x', 'count must be a whole number; other is not a known parameter'],
    ] as const) {
      expect(() => parseStrictQuery(schema, query, ['count']), query).to.throw(message)
    }
  })

  it('names the first wrong parameter in the details', () => {
    try {
      parseStrictQuery(schema, 'other=1', ['count'])
    } catch (error) {
      const { code, details } = error as Failure
      return expect([code, details]).to.deep.equal([
        'VALIDATION_ERROR',
        { parameter: 'other', reason: 'is not a known parameter' },
      ])
    }
    expect.fail('it was accepted')
  })
})
