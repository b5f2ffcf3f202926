import { expect } from 'chai'
import { isBesideContent } from '#stages/extract/collectors/place.ts'
import type { Tag } from '#stages/extract/html/collector.ts'
import { scan } from '#stages/extract/html/scanner.ts'

function isBeside(html: string): boolean | undefined {
  let found: boolean | undefined
  const open = (tag: Tag) => {
    found = isBesideContent(tag)
  }
  scan(html, [{ tags: ['mark'], open }], {})
  return found
}

describe('place beside the content', () => {
  for (const name of ['header', 'footer', 'nav', 'aside'])
    it(name, () => expect(isBeside(`<${name}><mark>`)).to.equal(true))

  for (const name of ['body', 'main', 'article', 'section'])
    it(`not ${name}`, () => expect(isBeside(`<${name}><mark>`)).to.equal(false))

  it('not the header of an article or of main (HTML Standard, 4.3.8)', () => {
    expect(isBeside('<article><header><mark>')).to.equal(false)
    expect(isBeside('<main><header><mark>')).to.equal(false)
  })

  it('the footer of an article', () => expect(isBeside('<article><footer><mark>')).to.equal(true))
})
