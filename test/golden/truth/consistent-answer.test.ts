import { expect } from 'chai'
import { skipLoudly } from '#test/support/skips.ts'
import { type Answer, answerOf } from './answer.ts'
import { nearPairs, nearPairsOfElements, ofContent, ofIndexing } from './invariants.ts'
import type { NamedPage } from './nasty-pages.ts'
import { pagesBySource } from './pages.ts'

/** Contradictions that are shown; more of one cause help nobody. */
const MAX_SHOWN = 20

/** Rules judge what was parsed, so a third of the places of each piece is enough. Their number is no multiple of three. */
function* everyThird(pages: Iterable<NamedPage>): Generator<NamedPage> {
  let index = 0
  for (const page of pages) if (index++ % 3 === 0) yield page
}

function* contradictions({ name, page }: NamedPage): Generator<string> {
  const answer = answerOf(page)
  for (const [invariant, holds] of Object.entries({ ...ofIndexing, ...ofContent }))
    if (!holds(answer)) yield `${name}: not true: ${invariant}`
  for (const [one, other] of nearPairs)
    if (answer.failed.has(one) && answer.failed.has(other)) yield `${name}: both ${one} and ${other}`
  for (const [one, other] of nearPairsOfElements)
    if (shareElement(answer, one, other)) yield `${name}: both ${one} and ${other} of one element`
}

function shareElement(answer: Answer, one: string, other: string): boolean {
  const nodes = new Set(answer.evidenceOf(one).flatMap(({ node }) => node ?? []))
  return answer.evidenceOf(other).some(({ node }) => node !== null && nodes.has(node))
}

/** `infra/docs/contract.md#seo-audit`: one fault costs once. */
describe('no part of an audit contradicts another', function () {
  this.timeout(600_000)

  for (const [source, pages] of Object.entries(pagesBySource)) {
    // Pages of the web belong to their publishers: CI may have none.
    if (pages === null && process.env.CI === 'true') continue
    it(`${source} pages`, function () {
      if (pages === null) skipLoudly(this, 'there is no folder of saved pages')
      const found: string[] = []
      const some = source === 'generated' ? everyThird(pages()) : pages()
      for (const page of some) found.push(...contradictions(page))
      expect(found.slice(0, MAX_SHOWN), `${found.length} contradictions`).to.deep.equal([])
    })
  }
})
