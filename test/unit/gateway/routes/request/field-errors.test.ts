import { expect } from 'chai'
import { invalidFields, toFieldError, withFieldErrors } from '#gateway/routes/request/field-errors.ts'
import { Failure } from '#shared/errors.ts'
import { validationFailure } from '#shared/messages/events/inspection-requested.ts'

const problem = { code: 'too_big', expected: '<= 5', received: '6', path: ['max', 'links'] } as const

describe('field-errors', () => {
  it('names a parameter by its path', () => {
    const one = { ...problem, message: 'max.links must be small' }
    expect(toFieldError(one, '')).to.deep.equal({ parameter: 'max.links', reason: 'must be small' })
    expect(toFieldError(one, 'parameters')).to.deep.equal({
      parameter: 'parameters.max.links',
      reason: 'must be small',
    })
    expect(toFieldError({ ...one, path: [], message: 'is none' }, 'crawl')).to.deep.equal({
      parameter: 'crawl',
      reason: 'is none',
    })
  })

  it('lists all errors, the first in the details', () => {
    const failure = invalidFields([
      { parameter: 'a', reason: 'is wrong' },
      { parameter: '', reason: 'must be an object' },
    ])
    expect([failure.code, failure.message]).to.deep.equal([
      'VALIDATION_ERROR',
      'a is wrong; must be an object',
    ])
    expect(failure.details).to.deep.equal({ parameter: 'a', reason: 'is wrong' })
  })

  it('converts a failure of shape A and keeps other errors', () => {
    const listed = validationFailure([{ ...problem, path: [], message: 'The body must be JSON' }])
    expect(withFieldErrors(listed))
      .to.have.property('details')
      .that.deep.equals({ parameter: '', reason: 'The body must be JSON' })
    const others = [new Failure('NOT_FOUND', 'x'), new Error('y'), null]
    for (const other of others) expect(withFieldErrors(other)).to.equal(other)
  })
})
