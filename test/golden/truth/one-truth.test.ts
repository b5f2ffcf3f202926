import { expect } from 'chai'
import { skipLoudly } from '#test/support/skips.ts'
import { knowledgeOf } from './answer.ts'
import { contradictions } from './contradictions.ts'
import type { NamedPage } from './nasty-pages.ts'
import { pagesBySource } from './pages.ts'
import { differences } from './two-views.ts'

/** Findings that are shown; more of one cause help nobody. */
const MAX_SHOWN = 20
/** Rules judge what was parsed, so a third of the places of each generated piece is enough. Their number is no multiple of it. */
const GENERATED_STEP = 3

interface Findings {
  readonly different: string[]
  readonly contradictory: string[]
}

/** Compares what the stages see of each page, and audits each page whose number is a multiple of `step`. */
function judge(pages: Iterable<NamedPage>, step: number): Findings {
  const findings: Findings = { different: [], contradictory: [] }
  let index = 0
  for (const { name, page } of pages) {
    const known = knowledgeOf(page)
    const named = (found: string) => `${name}: ${found}`
    findings.different.push(...differences(page, known.facts).map(named))
    if (index++ % step === 0) findings.contradictory.push(...contradictions(known).map(named))
  }
  expect(index).to.be.above(0)
  return findings
}

/**
 * `infra/docs/decisions/two-parses.md`: what both stages know of a page must mean the same in both (HTML Standard, 13.2).
 * `infra/docs/clients.md#seo-audit`: one fault costs once.
 */
describe('there is one truth about', function () {
  this.timeout(600_000)

  for (const [source, pages] of Object.entries(pagesBySource)) {
    // Pages of the web belong to their publishers: CI may have none.
    if (pages === null && process.env.CI === 'true') continue
    describe(`${source} pages`, () => {
      let found: Findings
      before(function () {
        if (pages === null) return skipLoudly(this, 'there is no folder of saved pages')
        found = judge(pages(), source === 'generated' ? GENERATED_STEP : 1)
      })

      it('extract and score see the same', () => {
        const { different } = found
        expect(different.slice(0, MAX_SHOWN), `${different.length} differences`).to.deep.equal([])
      })

      it('no part of an audit contradicts another', () => {
        const { contradictory } = found
        expect(contradictory.slice(0, MAX_SHOWN), `${contradictory.length} contradictions`).to.deep.equal([])
      })
    })
  }

  describe('two pages that are taken for one', () => {
    const indexed = { html: '<!doctype html><title>Kettles</title><p>Text' }
    const hidden = { html: '<!doctype html><title>Lamps</title><meta name=robots content=noindex><p>Text' }

    it('differ in what the stages see', () => {
      const found = [...differences(hidden, knowledgeOf(indexed).facts)]
      expect(found.map((one) => one.split('\n')[0])).to.include.members(['title', 'metas'])
    })

    it('make an audit that contradicts itself', () => {
      const { material } = knowledgeOf(hidden)
      const known = knowledgeOf(indexed)
      const facts = Object.create(known.facts, { metadata: { value: material.metadata } })
      expect([...contradictions({ ...known, facts })]).to.deep.equal([
        'not true: not indexed for noindex: a rule says so',
      ])
      expect([...contradictions(known)]).to.deep.equal([])
    })
  })
})
