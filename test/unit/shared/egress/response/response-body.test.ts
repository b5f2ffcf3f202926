import { expect } from 'chai'
import { LengthBody } from '#shared/egress/response/response-body.ts'

describe('LengthBody', () => {
  it('passes on so many bytes, and drops those after them', () => {
    const body = new LengthBody(5)
    const parts = ['he', 'llo', '', 'again'].map((part) => [
      body.write(Buffer.from(part)).toString(),
      body.isLast,
    ])
    expect(parts).to.deep.equal([
      ['he', false],
      ['llo', false],
      ['', false],
      ['', true],
    ])
  })

  it('cuts the part in which it ends', () => {
    const body = new LengthBody(3)
    expect(body.write(Buffer.from('hello')).toString()).to.equal('hel')
    expect(body.isLast).to.equal(true)
    expect(body.flush()).to.have.length(0)
  })
})
