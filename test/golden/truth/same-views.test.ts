import { expect } from 'chai'
import { auditFacts } from '#test/support/audit/audit-page.ts'
import { skipLoudly } from '#test/support/skips.ts'
import type { NamedPage } from './nasty-pages.ts'
import { pagesBySource } from './pages.ts'
import { auditView, extractView, unknownImages } from './two-views.ts'

/** Differences that are shown; more of one cause help nobody. */
const MAX_SHOWN = 20

function* differences({ name, page }: NamedPage): Generator<string> {
  const facts = auditFacts(page)
  const ours = extractView(page, facts)
  const theirs = auditView(facts)
  for (const subject of Object.keys(theirs)) {
    const [extract, score] = [ours[subject], theirs[subject]].map((value) => JSON.stringify(value))
    if (extract !== score) yield `${name}: ${subject}\n  extract ${extract}\n  score   ${score}`
  }
  for (const url of unknownImages(page, facts)) yield `${name}: image ${url} is unknown to extract`
}

/** `infra/docs/decisions/two-parses.md`: what both stages know of a page must mean the same in both. */
describe('extract and score see the same page (HTML Standard, 13.2)', function () {
  this.timeout(300_000)

  for (const [source, pages] of Object.entries(pagesBySource)) {
    // Pages of the web belong to their publishers: CI may have none.
    if (pages === null && process.env.CI === 'true') continue
    it(`${source} pages`, function () {
      if (pages === null) skipLoudly(this, 'there is no folder of saved pages')
      const found: string[] = []
      for (const page of pages()) found.push(...differences(page))
      expect(found.slice(0, MAX_SHOWN), `${found.length} differences`).to.deep.equal([])
    })
  }
})
