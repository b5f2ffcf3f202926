import { expect } from 'chai'
import { familyContentOf, sameness, samenessOf } from '#stages/batch/crawl/families/family-content.ts'

type Facts = Parameters<typeof familyContentOf>[0]

/** A text whose signature has this many bytes of its own. */
function textWith(own: number, digest: string): Facts['text'] {
  const signature = Buffer.alloc(128, 7).fill(Number.parseInt(digest, 16) + 8, 0, own)
  return { digest: digest.padStart(16, '0'), signature: signature.toString('base64') }
}

const page = (more: Partial<Facts>): Facts => ({
  title: 'List',
  description: null,
  h1: null,
  words: 90,
  text: null,
  ...more,
})
const judge = (one: Partial<Facts>, two: Partial<Facts>, isDated = false) =>
  samenessOf(familyContentOf(page(one), isDated), familyContentOf(page(two), isDated), isDated)

const alike = (own: number) => [{ text: textWith(own, '1') }, { text: textWith(own, '2') }] as const

describe('samenessOf', () => {
  it('is certain for equal texts, and for texts that are alike under one title', () => {
    expect(judge({ text: textWith(0, '1') }, { text: textWith(0, '1') })).to.equal(sameness.certain)
    expect(judge(...alike(20))).to.equal(sameness.certain)
  })

  it('is none for other texts', () => expect(judge(...alike(60))).to.equal(sameness.none))

  it('is none for products with a common template and other names', () => {
    const [one, two] = alike(20)
    expect(judge({ ...one, title: 'Oak table' }, { ...two, title: 'Pine chair' })).to.equal(sameness.none)
  })

  it('takes no notice of a number in the title where the texts are nearly equal', () => {
    const [one, two] = alike(5)
    expect(judge({ ...one, title: 'Page 7' }, { ...two, title: 'Page 8' })).to.equal(sameness.certain)
  })

  it('is only likely for other numbers in the title, where some of the text differs', () => {
    const [one, two] = alike(20)
    expect(judge({ ...one, title: 'Lamp 3000' }, { ...two, title: 'Lamp 4000' })).to.equal(sameness.likely)
  })

  it('is only likely for short pages that say the same of themselves, and none for others', () => {
    expect(judge({}, {})).to.equal(sameness.likely)
    expect(judge({ title: 'Photo 1' }, { title: 'Photo 2' })).to.equal(sameness.none)
    expect(judge({}, { text: textWith(0, '1') })).to.equal(sameness.none)
  })

  it('looks past the date in title and text of a calendar', () => {
    const [one, two] = alike(50)
    expect(judge({ title: 'May 1' }, { title: 'June 2' }, true)).to.equal(sameness.certain)
    expect(judge({ ...one, title: 'May 1' }, { ...two, title: 'June 2' }, true)).to.equal(sameness.certain)
    expect(judge(...alike(100), true)).to.equal(sameness.none)
  })
})
