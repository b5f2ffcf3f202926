import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { listOf, nullable, oneOf, optional, plain, record } from '#shared/rpc/codec.ts'

interface Answer {
  readonly url: string
  readonly status: number | null
  readonly state: 'found' | 'not_found'
  readonly note?: string
}

const answer = record<Answer>({
  url: plain(),
  status: nullable(),
  state: oneOf(['found', 'not_found']),
  note: optional(),
})

describe('codec', () => {
  it('names an enum value in capitals', () => {
    expect(answer.encode({ url: 'u', status: 200, state: 'not_found' })).to.deep.equal({
      url: 'u',
      status: 200,
      state: 'NOT_FOUND',
    })
  })

  it('decodes an unset field to null or to an absent property, and keeps zero and the empty text', () => {
    expect(answer.decode({ url: '', state: 'FOUND' })).to.deep.equal({
      url: '',
      status: null,
      state: 'found',
    })
    expect(answer.decode({ url: '', status: 0, state: 'FOUND', note: '' })).to.deep.equal({
      url: '',
      status: 0,
      state: 'found',
      note: '',
    })
    expect(answer.decode({ url: '', status: null, state: 'FOUND', note: null })).not.to.have.property('note')
  })

  it('ignores fields of a later version', () => {
    expect(answer.decode({ url: 'u', state: 'FOUND', added: 1 })).not.to.have.property('added')
  })

  for (const unknown of ['found', 'ADDED_LATER', 'STATE_UNSPECIFIED', undefined, null, 1]) {
    it(`rejects the enum value ${unknown}`, () => {
      expect(() => answer.decode({ url: 'u', state: unknown }))
        .to.throw(Failure)
        .with.property('code', 'INTERNAL_ERROR')
    })
  }

  it('converts each item of a list in order', () => {
    const states = listOf(oneOf(['a', 'b']))
    expect(states.encode(['b', 'a'])).to.deep.equal(['B', 'A'])
    expect(states.decode(['B', 'A', 'B'])).to.deep.equal(['b', 'a', 'b'])
  })
})
