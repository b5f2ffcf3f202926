import { expect } from 'chai'
import { differences } from '#infra/tools/differences.ts'

describe('differences', () => {
  it('finds none between equal values', () => {
    expect(differences({ a: [1, null, 'x'] }, { a: [1, null, 'x'] })).to.deep.equal([])
  })

  it('names each leaf by its JSON Pointer', () => {
    expect(differences({ a: [1, 2], b: 'same' }, { a: [1, 3], b: 'same' })).to.deep.equal([
      { path: '/a/1', before: 2, after: 3 },
    ])
  })

  it('names what is missing on either side', () => {
    expect(differences({ gone: 1 }, { added: 2 })).to.deep.equal([
      { path: '/gone', before: 1, after: undefined },
      { path: '/added', before: undefined, after: 2 },
    ])
  })

  it('escapes keys as RFC 6901 section 3 asks', () => {
    expect(differences({ 'a/b~c': 1 }, { 'a/b~c': 2 })).to.deep.equal([
      { path: '/a~1b~0c', before: 1, after: 2 },
    ])
  })

  it('takes an array in place of an object as one difference', () => {
    expect(differences({ a: {} }, { a: [] })).to.deep.equal([{ path: '/a', before: {}, after: [] }])
  })
})
