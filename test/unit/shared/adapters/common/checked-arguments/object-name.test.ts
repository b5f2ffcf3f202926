import { expect } from 'chai'
import { checkedContentType, objectNameParts } from '#shared/adapters/common/checked-arguments.ts'

describe('objectNameParts', () => {
  it('returns folder and file', () => {
    expect(objectNameParts('images/a-b_c.webp')).to.deep.equal(['images', 'a-b_c.webp'])
  })

  for (const name of ['', 'a', '/a', 'a/', 'a/b/c', '../a', 'a/..', './a', 'a/b c', `a/${'b'.repeat(201)}`]) {
    it(`throws a TypeError for ${JSON.stringify(name.slice(0, 20))}`, () => {
      expect(() => objectNameParts(name)).to.throw(TypeError, 'Not an object name')
    })
  }
})

describe('checkedContentType', () => {
  it('returns a content type of one line', () => {
    expect(checkedContentType('image/webp')).to.equal('image/webp')
  })

  for (const text of ['', 'a/b\nc', 'a/é', 'a'.repeat(201)]) {
    it(`throws a TypeError for ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(() => checkedContentType(text)).to.throw(TypeError, 'Not a content type')
    })
  }
})
