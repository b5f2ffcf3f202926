import { expect } from 'chai'
import {
  elementEvidence,
  externalEvidence,
  fail,
  pass,
  type Rule,
  rule,
} from '#stages/score/audit/engine/rule.ts'
import { runRules } from '#stages/score/audit/engine/run-rules.ts'
import { issuesOf } from '#stages/score/audit/result/issues.ts'
import { summarySection } from '#stages/score/audit/result/sections/scoring.ts'
import { gainsOf, scoreOf } from '#stages/score/audit/scoring/score.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const about = {
  title: 'Wrong things',
  passTitle: 'Things are right',
  why: 'It matters.',
  fix: 'Fix it.',
  impact: 'high',
  fixable: true,
  reference: 'https://www.w3.org/',
  messages: { wrong: '{count} are wrong' },
} as const

const image: Rule = {
  category: 'content',
  ...rule({
    ...about,
    id: 'image-wrong',
    severity: 'warning',
    effort: 'hours',
    needs: ['document'],
    check({ document }) {
      const images = document.byTag('img')
      const evidence = images.map((element) => elementEvidence(element, element.attribs.src ?? ''))
      return fail('wrong', {
        values: { count: images.length },
        evidence,
        extent: { affected: images.length, total: images.length },
      })
    },
  }),
}
const header: Rule = {
  category: 'technical',
  ...rule({
    ...about,
    id: 'header-wrong',
    severity: 'error',
    effort: 'minutes',
    thresholds: { good: 'none', needs_improvement: 'one', poor: 'two' },
    needs: ['http'],
    check: () => fail('wrong', { values: { count: 1 }, evidence: [externalEvidence('X-Wrong: 1')] }),
  }),
}
const minor: Rule = {
  category: 'content',
  ...rule({
    ...about,
    id: 'minor-wrong',
    severity: 'info',
    effort: 'minutes',
    needs: ['document'],
    check: () => fail('wrong', { values: { count: 2 } }),
  }),
}
const right: Rule = {
  category: 'content',
  ...rule({
    ...about,
    id: 'right',
    severity: 'error',
    effort: 'minutes',
    needs: [],
    check: () => pass,
  }),
}
const broken: Rule = {
  category: 'content',
  ...rule({
    ...about,
    id: 'broken',
    severity: 'error',
    effort: 'minutes',
    needs: [],
    check() {
      throw new Error('a defect')
    },
  }),
}

const all: readonly Rule[] = [image, minor, header, right, broken]

const NO_CAUSES = { notIndexable: null, cap: null }

function audited(html: string, cause: { ruleId: string; reason: string } | null = null) {
  const facts = auditFacts({ html })
  const { ruleResults, crashed: defects } = runRules(all, facts)
  const score = scoreOf(ruleResults, { notIndexable: cause, cap: null })
  const issues = issuesOf(ruleResults, score, facts, cause)
  return {
    issues,
    defects,
    judgements: ruleResults,
    summary: summarySection(ruleResults, issues, gainsOf(score), cause),
  }
}

const html = '<!doctype html><title>t</title><body>\n<img src=a><img src=b>'

describe('issues of an audit', () => {
  const { issues, defects, summary } = audited(html)

  it('are one per failed rule, errors before warnings before infos, with their priority', () => {
    expect(issues.map(({ source_rule, priority }) => [source_rule, priority])).to.deep.equal([
      ['header-wrong', 1],
      ['image-wrong', 2],
      ['minor-wrong', 3],
    ])
  })

  it('of one severity are sorted by the points that they gain', () => {
    const facts = auditFacts({ html })
    const unread: Rule = { ...header, id: 'unread', category: 'accessibility' }
    const { ruleResults } = runRules([unread, header], facts)
    const [first] = issuesOf(ruleResults, scoreOf(ruleResults, NO_CAUSES), facts, null)
    // 12 points each: 12 * 0.2 of technical are more than 12 * 0.15 of accessibility.
    expect(first?.source_rule).to.equal('header-wrong')
  })

  it('show the beginning of long texts', () => {
    const facts = auditFacts({ html: `<p id=${'i'.repeat(100_000)}>` })
    const long = rule({
      ...about,
      id: 'long',
      severity: 'error',
      effort: 'minutes',
      needs: ['document'],
      check: ({ document }) =>
        fail('wrong', {
          values: { count: 'x '.repeat(50_000) },
          evidence: document.byTag('p').map((p) => elementEvidence(p)),
        }),
    })
    const { ruleResults } = runRules([{ ...long, category: 'content' }], facts)
    const [issue] = issuesOf(ruleResults, scoreOf(ruleResults, NO_CAUSES), facts, null)
    expect(issue?.message).to.equal(`${'x '.repeat(250)}… are wrong`)
    expect(issue?.selector).to.equal('html > body > p')
  })

  it('have the fields of the contract', () => {
    expect(issues[1]).to.deep.include({
      code: 'IMAGE_WRONG',
      severity: 'warning',
      category: 'content',
      title: 'Wrong things',
      message: '2 are wrong',
      recommendation: 'Fix it.',
      selector: 'html > body > img:nth-of-type(1)',
      snippet: '<img src=a>',
      location: { offset: html.indexOf('<img'), line: 2, column: 1 },
      estimated_effort: 'hours',
      docs_url: 'https://www.w3.org/',
      impact: 'high',
      why_it_matters: 'It matters.',
      fixable: true,
      evidence: [
        { selector: 'html > body > img:nth-of-type(1)', value: 'a' },
        { selector: 'html > body > img:nth-of-type(2)', value: 'b' },
      ],
    })
    expect(issues[0]).to.deep.include({
      selector: null,
      snippet: null,
      location: null,
      evidence: [{ selector: null, value: 'X-Wrong: 1' }],
      thresholds: { good: 'none', needs_improvement: 'one', poor: 'two' },
    })
    expect(issues[2]).not.to.have.any.keys('evidence', 'thresholds')
  })

  it('keep their id when other parts of the page change', () => {
    const later = audited('<!doctype html><title>t</title><body><p>more<p>text<img src=b>').issues
    expect(later.map(({ id }) => id)).to.deep.equal(issues.map(({ id }) => id))
    expect(new Set(issues.map(({ id }) => id)).size).to.equal(3)
  })

  it('treat a rule that throws as undecided', () => {
    expect(defects.map(({ id }) => id)).to.deep.equal(['broken'])
    expect(summary.rules).to.deep.equal({ total: 4, passed: 1, failed: 3 })
  })

  it('are counted by severity', () => {
    expect(summary).to.include({ critical_count: 1, warning_count: 1, info_count: 1 })
    expect(summary.passed).to.deep.equal(['right'])
  })

  it('have top fixes sorted by points per effort', () => {
    // 12 of technical (0.2) in minutes before 5 of content (0.25) in hours; info brings none.
    const ids = summary.top_fixes.map(({ id }) => issues.find((issue) => issue.id === id)?.source_rule)
    expect(ids).to.deep.equal(['header-wrong', 'image-wrong'])
    expect(summary.top_fixes.map(({ title }) => title)).to.deep.equal(['Wrong things', 'Wrong things'])
  })

  it('have the cause of "not indexable" as the first top fix', () => {
    const found = audited(html, { ruleId: 'image-wrong', reason: 'It is out' })
    expect(found.issues[0]).to.include({ source_rule: 'image-wrong', priority: 1 })
    expect(found.summary.top_fixes[0]?.id).to.equal(found.issues[0]?.id)
  })
})
