import { expect } from 'chai'
import { fitLines } from '#gateway/console/app/views/inspect/results/metadata/fit-lines.ts'

/** A font in which each character is 10 pixels wide. */
const measure = (text: string) => text.length * 10

describe('a text in a box of lines', () => {
  it('that fits is shown whole', () => {
    expect(fitLines('one two', { width: 70, lines: 1 }, measure)).to.deep.equal({
      shown: 'one two',
      isCut: false,
      width: 70,
    })
  })

  it('that is a pixel too long is cut after a word, with an ellipsis that fits too', () => {
    // "one two three" is 130 px; "one two ..." is 110, "one two three ..." 170.
    expect(fitLines('one two three', { width: 129, lines: 1 }, measure)).to.deep.equal({
      shown: 'one two ...',
      isCut: true,
      width: 130,
    })
    expect(fitLines('one two three', { width: 109, lines: 1 }, measure).shown).to.equal('one ...')
  })

  it('breaks between words', () => {
    // Lines of 100 px: "aaaa bbbb" (90), "cccc dddd" (90).
    expect(fitLines('aaaa bbbb cccc dddd', { width: 100, lines: 2 }, measure).isCut).to.equal(false)
    expect(fitLines('aaaa bbbb cccc dddd e f', { width: 100, lines: 2 }, measure).shown).to.equal(
      'aaaa bbbb cccc ...',
    )
  })

  it('counts a word that is wider than a line as the lines that it fills', () => {
    expect(fitLines('aaaaaaaaaaaaaaa b', { width: 100, lines: 2 }, measure).isCut).to.equal(true)
    expect(fitLines('aaaaaaaaaaaaaaa', { width: 100, lines: 2 }, measure).isCut).to.equal(false)
  })

  it('of one endless word is cut within it', () => {
    expect(fitLines('a'.repeat(10_000), { width: 100, lines: 1 }, measure).shown).to.equal('aaaaaa ...')
  })

  it('of a language without spaces is cut within a run that no line holds, also after words', () => {
    // A line of 100 px has ten characters: "ab ", three of the run, " ...".
    const text = `ab ${'東'.repeat(50)}`
    expect(fitLines(text, { width: 100, lines: 1 }, measure).shown).to.equal('ab 東東東 ...')
    expect(fitLines(`ab cdefghi ${text}`, { width: 100, lines: 1 }, measure).shown).to.equal('ab ...')
  })

  it('joins white space, as a browser does', () => {
    expect(fitLines('  a \n b ', { width: 100, lines: 1 }, measure).shown).to.equal('a b')
    expect(fitLines('', { width: 100, lines: 1 }, measure)).to.deep.equal({
      shown: '',
      isCut: false,
      width: 0,
    })
  })
})
