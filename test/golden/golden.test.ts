import { expect } from 'chai'
import { answersOf, expectedOf, goldenPages } from './golden-page.ts'

/** `npm run golden` shows the differences, `npm run golden -- --accept <page>` makes them the expected answers. */
describe('golden pages', () => {
  const pages = goldenPages()

  it('are of many languages and kinds', () => {
    expect(pages.length).to.be.at.least(50)
    expect(new Set(pages.map(({ language }) => language.slice(0, 2))).size).to.be.at.least(25)
    expect(new Set(pages.map(({ kind }) => kind)).size).to.be.at.least(40)
  })

  for (const page of pages) {
    it(`${page.name}: ${page.kind}, ${page.language}`, () => {
      expect(answersOf(page)).to.deep.equal(expectedOf(page))
    })
  }
})
