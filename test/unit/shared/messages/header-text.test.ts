import { expect } from 'chai'
import { headerText } from '#shared/messages/header-text.ts'

describe('the text of a header', () => {
  it('is decoded from its bytes, or as the log has it', () => {
    expect(headerText({ headers: { name: Buffer.from('ä') } }, 'name')).to.equal('ä')
    expect(headerText({ headers: {}, headerTexts: { name: 'ä' } }, 'name')).to.equal('ä')
  })

  it('is null where there is none, or bytes that are not UTF-8', () => {
    expect(headerText({ headers: { name: Buffer.from([0xff]) } }, 'name')).to.equal(null)
    expect(headerText({ headers: {} }, 'name')).to.equal(null)
    expect(headerText({ headers: {}, headerTexts: {} }, 'name')).to.equal(null)
  })
})
