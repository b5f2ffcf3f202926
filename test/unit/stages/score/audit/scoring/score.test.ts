import { expect } from 'chai'
import {
  type Category,
  fail,
  notApplicable,
  notDecidable,
  pass,
  type Rule,
  type Verdict,
} from '#stages/score/audit/engine/rule.ts'
import type { RuleResult } from '#stages/score/audit/engine/run-rules.ts'
import { rules } from '#stages/score/audit/rules/index.ts'
import {
  categories,
  categoryWeights,
  gainsOf,
  type Score,
  scoreOf,
  shareOf,
  weighted,
} from '#stages/score/audit/scoring/score.ts'

const NO_CAUSE = { notIndexable: null, cap: null }
const message = 'found'

function evaluated(id: string, category: Category, severity: Rule['severity'], verdict: Verdict): RuleResult {
  const rule = { id, category, severity, messages: { found: 'It is {what}' } } as unknown as Rule
  return { rule, verdict }
}

const fails = (extent?: { affected: number; total: number }) =>
  fail(message, { values: { what: 'wrong' }, ...(extent && { extent }) })

function sumIn(category: Category, deductions: readonly { category: string; points: number }[]): number {
  return deductions.filter((one) => one.category === category).reduce((sum, { points }) => sum + points, 0)
}

describe('the score', () => {
  it('is 100 and A where nothing fails', () => {
    const { overall, grade, deductions } = scoreOf([evaluated('x', 'content', 'error', pass)], NO_CAUSE)
    expect({ overall, grade, deductions }).to.deep.equal({ overall: 100, grade: 'A', deductions: [] })
  })

  it('weights the categories as the contract says', () => {
    expect(categoryWeights).to.deep.equal({
      metadata: 0.25,
      content: 0.25,
      technical: 0.2,
      accessibility: 0.15,
      performance: 0.15,
    })
    // An error without extent takes 12 of its category: 100 - 0.2 * 12 = 97.6.
    const { byCategory, overall } = scoreOf([evaluated('x', 'technical', 'error', fails())], NO_CAUSE)
    expect(byCategory.technical).to.equal(88)
    expect(overall).to.equal(98)
  })

  it('takes nothing for info, undecided and inapplicable rules', () => {
    const all = [
      evaluated('a', 'content', 'info', fails()),
      evaluated('b', 'content', 'error', notDecidable('not_probed')),
      evaluated('c', 'content', 'error', notApplicable),
    ]
    const { byCategory, status } = scoreOf(all, NO_CAUSE)
    expect(byCategory.content).to.equal(100)
    expect(status.content).to.equal('partial')
    expect(status.metadata).to.equal('complete')
    expect(status.performance).to.equal('heuristic')
  })

  it('fills in the values of the message', () => {
    const { deductions } = scoreOf([evaluated('a', 'content', 'error', fails())], NO_CAUSE)
    expect(deductions[0]).to.deep.equal({
      category: 'content',
      reason: 'It is wrong',
      points: 12,
      rule_id: 'a',
    })
  })

  it('scales by the affected share: half of it takes log10(5.5) of the points', () => {
    expect(shareOf({ affected: 1, total: 2 })).to.be.closeTo(0.74036, 1e-5)
    expect(shareOf({ affected: 3, total: 3 })).to.equal(1)
    expect(shareOf(null)).to.equal(1)
  })

  it('takes all of technical from a page that cannot be indexed, the reason first', () => {
    const all = [
      evaluated('noindex', 'technical', 'error', fails()),
      evaluated('b', 'technical', 'warning', fails()),
    ]
    const { byCategory, deductions } = scoreOf(all, {
      notIndexable: { ruleId: 'noindex', reason: 'It asks for it' },
      cap: null,
    })
    expect(byCategory.technical).to.equal(0)
    expect(deductions[0]).to.deep.include({ rule_id: 'noindex', reason: 'It asks for it', points: 95 })
    expect(sumIn('technical', deductions)).to.equal(100)
  })

  describe('of a page that search results do not show', () => {
    const cap = { ruleId: 'canonical-cross-domain', reason: 'The canonical is elsewhere.' }

    it('is 49 and F where it was 100, and the deductions say so and add up', () => {
      const { overall, grade, byCategory, deductions } = scoreOf([], { notIndexable: null, cap })
      expect({ overall, grade }).to.deep.equal({ overall: 49, grade: 'F' })
      // 51 of the 70 points of the three categories that are about search go: 72.857 of each 100.
      expect(byCategory).to.deep.equal({
        metadata: 27.14,
        content: 27.14,
        technical: 27.14,
        accessibility: 100,
        performance: 100,
      })
      expect(deductions.map(({ rule_id, points, category }) => [rule_id, points, category])).to.deep.equal([
        ['canonical-cross-domain', 72.86, 'metadata'],
        ['canonical-cross-domain', 72.86, 'content'],
        ['canonical-cross-domain', 72.86, 'technical'],
      ])
      for (const { reason } of deductions) expect(reason).to.match(/^The canonical is elsewhere\..* 49/)
    })

    it('is 49 where it cannot be indexed either: technical first, the rest from metadata and content', () => {
      const noindex = { ruleId: 'noindex', reason: 'It asks for it.' }
      const { overall, byCategory } = scoreOf([], { notIndexable: noindex, cap: noindex })
      expect(overall).to.equal(49)
      // 80 are left; 31 of the 50 of metadata and content go, 62 of each 100.
      expect(byCategory).to.include({ technical: 0, metadata: 38, content: 38, accessibility: 100 })
    })

    it('keeps a lower score', () => {
      const bad = categories.flatMap((category) =>
        Array.from({ length: 6 }, (_, index) => evaluated(`${category}${index}`, category, 'error', fails())),
      )
      // 6 errors take 72 of each category.
      expect(scoreOf(bad, { notIndexable: null, cap })).to.deep.equal(scoreOf(bad, NO_CAUSE))
      expect(scoreOf(bad, NO_CAUSE).overall).to.equal(28)
    })

    it('gains the difference by the one fix', () => {
      const gain = gainsOf(scoreOf([], { notIndexable: null, cap })).get('canonical-cross-domain')
      expect(gain).to.be.closeTo(51, 0.01)
    })
  })

  it('grades as the contract says', () => {
    // Errors without extent take 12 each of a category of weight 0.25: n of them bring 100 - 3 n.
    const grade = (errors: number) => {
      const all = Array.from({ length: errors }, (_, index) =>
        evaluated(`x${index}`, index % 2 ? 'content' : 'metadata', 'error', fails()),
      )
      return scoreOf(all, NO_CAUSE)
    }
    expect(grade(3)).to.include({ overall: 91, grade: 'A' })
    expect(grade(4)).to.include({ overall: 88, grade: 'B' })
    expect(grade(7)).to.include({ overall: 79, grade: 'C' })
    expect(grade(11)).to.include({ overall: 67, grade: 'D' })
    expect(grade(14)).to.include({ overall: 58, grade: 'F' })
  })

  it('reports the gain of each fix', () => {
    const score = scoreOf([evaluated('a', 'technical', 'warning', fails())], NO_CAUSE)
    expect(gainsOf(score).get('a')).to.be.closeTo(1, 1e-9)
  })
})

/** mulberry32: the same numbers at every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomPage(random: () => number): RuleResult[] {
  const share = random()
  return rules.map((rule) => ({ rule, verdict: random() < share ? randomFailure(random) : pass }))
}

function randomFailure(random: () => number): Verdict {
  if (random() < 0.5) return fail(message)
  const total = 1 + Math.floor(random() * 200)
  return fail(message, { extent: { affected: 1 + Math.floor(random() * total), total } })
}

describe('properties of the score, on random pages', () => {
  const random = randomOf(42)
  const pages = Array.from({ length: 150 }, () => randomPage(random))

  it('has deductions that add up to 100 less the category', () => {
    for (const page of pages) {
      const { byCategory, deductions } = scoreOf(page, NO_CAUSE)
      for (const category of categories) {
        expect(sumIn(category, deductions)).to.be.closeTo(100 - byCategory[category], 1e-9)
        expect(byCategory[category]).to.be.within(0, 100)
      }
    }
  })

  it('is the weighted sum, at most 49 with a cap, whatever else fails', () => {
    const cap = { ruleId: 'noindex', reason: 'x' }
    for (const page of pages) {
      const { byCategory, deductions, overall } = scoreOf(page, { notIndexable: null, cap })
      const free = scoreOf(page, NO_CAUSE).overall
      expect(overall).to.equal(Math.min(49, free))
      const sum = categories.reduce((all, name) => all + byCategory[name] * categoryWeights[name], 0)
      expect(overall).to.equal(Math.round(sum))
      for (const category of categories)
        expect(sumIn(category, deductions)).to.be.closeTo(100 - byCategory[category], 1e-9)
    }
  })

  it('never drops when an issue is fixed', () => {
    for (const page of pages.slice(0, 60)) {
      const before = scoreOf(page, NO_CAUSE)
      for (let index = 0; index < page.length; index += 7) expectNoLoss(page, before, index)
    }
  })

  it('moves by less than 1 for one more affected element among ten or more', () => {
    for (const rule of rules) for (const total of [10, 25, 1000]) expectSmallSteps(rule, total)
  })

  it('has weights of existing rules only', () => {
    const ids = new Set(rules.map(({ id }) => id))
    expect(weighted.filter((id) => !ids.has(id))).to.deep.equal([])
  })
})

function expectNoLoss(page: readonly RuleResult[], before: Score, index: number): void {
  const ruleResult = page[index] as RuleResult
  if (ruleResult.verdict.kind !== 'fail') return
  const mended = page.with(index, { ...ruleResult, verdict: index % 2 ? pass : notApplicable })
  const after = scoreOf(mended, NO_CAUSE)
  for (const category of categories) {
    // Shown with two digits.
    expect(after.byCategory[category]).to.be.at.least(before.byCategory[category] - 0.01)
  }
  expect(after.overall).to.be.at.least(before.overall)
}

/** The weighted sum before it is rounded, of a page where one rule alone fails. */
function wholeWith(rule: Rule, affected: number, total: number): number {
  const verdict = affected === 0 ? pass : fail(message, { extent: { affected, total } })
  const { byCategory } = scoreOf([{ rule, verdict }], NO_CAUSE)
  return categories.reduce((sum, name) => sum + byCategory[name] * categoryWeights[name], 0)
}

function expectSmallSteps(rule: Rule, total: number): void {
  for (let affected = 0; affected < Math.min(total, 12); affected++) {
    const step = wholeWith(rule, affected, total) - wholeWith(rule, affected + 1, total)
    expect(step, `${rule.id}: ${affected} of ${total}`).to.be.within(0, 0.9999)
  }
}
