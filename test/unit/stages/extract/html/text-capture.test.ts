import { expect } from 'chai'
import { TextCaptures } from '#stages/extract/html/text-capture.ts'

const options = { maxChars: 100, isOfHidden: false, isRaw: false }

describe('text captures', () => {
  it('join the ranges that they are given, with a space between blocks', () => {
    const captures = new TextCaptures('one &amp;two<br>three')
    const end = captures.begin(options)
    captures.add(0, 4, false)
    captures.add(4, 12, false)
    captures.separate()
    captures.add(16, 21, false)
    expect(end()).to.equal('one &two three')
    expect(captures.isEmpty).to.equal(true)
  })

  it('cut the text at its maximum', () => {
    const captures = new TextCaptures('0123456789')
    const end = captures.begin({ ...options, maxChars: 4 })
    captures.add(0, 3, false)
    captures.add(5, 9, false)
    expect(end()).to.equal('0125')
  })

  it('take hidden text only for hidden elements, and leave a script as it is', () => {
    const captures = new TextCaptures('a&lt;b&lt;')
    const shown = captures.begin(options)
    const script = captures.begin({ ...options, isOfHidden: true, isRaw: true })
    captures.add(0, 5, false)
    captures.add(5, 10, true)
    expect([shown(), script()]).to.deep.equal(['a<', 'b&lt;'])
  })

  it('are 16 at a time', () => {
    const captures = new TextCaptures('')
    for (let count = 0; count < 15; count++) captures.begin(options)
    expect(captures.isFull).to.equal(false)
    captures.begin(options)
    expect(captures.isFull).to.equal(true)
  })
})
