import { expect } from 'chai'
import { answersOf, expectedOf, goldenPages } from './golden-page.ts'

/** `npm run golden` shows the differences, `npm run golden -- --accept <page>` makes them the expected answers. */
describe('golden pages', () => {
  for (const page of goldenPages()) {
    it(`${page.name}: ${page.kind}, ${page.language}`, () => {
      expect(answersOf(page)).to.deep.equal(expectedOf(page))
    })
  }
})
