import { expect } from 'chai'
import { parseShare } from '#gateway/routes/batches/shares/share-body.ts'
import type { Failure } from '#shared/errors.ts'

function errorOf(body: unknown): unknown {
  try {
    return parseShare(body)
  } catch (error) {
    const { code, message, details } = error as Failure
    return { code, message, details }
  }
}

describe('parseShare', () => {
  it('has 30 days and no names by default', () => {
    expect(parseShare({})).to.deep.equal({
      days: 30,
      compare: null,
      branding: { title: null, client: null, logo: null },
    })
  })

  it('takes what is given', () => {
    expect(parseShare({ days: 90, compare: 'b', title: 'T', client: 'C' })).to.deep.equal({
      days: 90,
      compare: 'b',
      branding: { title: 'T', client: 'C', logo: null },
    })
  })

  it('names all errors, the first in the details', () => {
    expect(errorOf({ days: 1.5, compare: 7, token: 'x' })).to.deep.equal({
      code: 'VALIDATION_ERROR',
      message:
        'days must be a whole number from 1 to 90; compare must be the id of one batch; token is not a known parameter',
      details: { parameter: 'days', reason: 'must be a whole number from 1 to 90' },
    })
  })

  it('must be an object', () => {
    for (const body of [[], 'days', null, 7]) {
      expect(errorOf(body)).to.deep.include({
        code: 'VALIDATION_ERROR',
        message: 'The body must be a JSON object',
      })
    }
  })
})
