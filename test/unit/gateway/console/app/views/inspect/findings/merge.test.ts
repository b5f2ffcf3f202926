import { expect } from 'chai'
import type { Finding } from '#gateway/console/app/views/inspect/findings/finding.ts'
import {
  blockingRuleOf,
  findingsOfFixes,
  findingsOfGroups,
  findingsOfTips,
  inOrder,
} from '#gateway/console/app/views/inspect/findings/merge.ts'
import type {
  Issue,
  IssueGroup,
} from '#gateway/console/app/views/inspect/results/audit/issues/issue-groups.ts'

const issue = {
  id: 'i1',
  severity: 'error',
  category: 'accessibility',
  title: 'Images without alternative text',
  message: '2 of 2 images have no alternative text',
  recommendation: 'Add an alt attribute',
  why_it_matters: 'Some people hear it',
  docs_url: 'https://docs.example/alt',
  estimated_effort: 'hours',
  source_rule: 'image-alt',
} as unknown as Issue
const group: IssueGroup = { rule: 'image-alt', first: issue, issues: [issue], places: [] }

const tip = {
  tip_id: 'css-unused',
  severity: 'medium',
  message: 'Remove unused CSS.',
  learn_more: 'https://docs.example/css',
} as const
const details = {
  tip_id: 'css-unused',
  title: 'Unused CSS',
  effort: 'low',
  saves_ms: 120,
  saves_kb: null,
  items: [],
} as const

describe('console: findings of a page', () => {
  it('are the failed rules of an audit, with the points that each costs', () => {
    const [finding] = findingsOfGroups([group], new Map([['image-alt', 18_000]]), null)
    expect(finding).to.deep.include({
      operation: 'seo-audit',
      id: 'image-alt',
      severity: 'error',
      title: 'Images without alternative text',
      found: '2 of 2 images have no alternative text',
      fix: 'Add an alt attribute',
      effort: 'hours',
      gain: { points: 18_000, ms: null, kb: null },
      isBlocking: false,
    })
  })

  it('have the message where an older result has no title', () => {
    const { title: _, ...untitled } = issue
    const [finding] = findingsOfGroups([{ ...group, first: untitled }], new Map(), null)
    expect(finding).to.deep.include({ title: '2 of 2 images have no alternative text', found: null })
  })

  it('are the tips of the lab, with or without their details', () => {
    const [plain] = findingsOfTips({ tips: [tip] })
    expect(plain).to.deep.include({
      title: 'Remove unused CSS.',
      fix: null,
      effort: null,
      severity: 'warning',
    })
    const detailed = { tips: [tip], details: { requests: [], tips: [details], truncated: false } }
    const [finding] = findingsOfTips(detailed as unknown as Parameters<typeof findingsOfTips>[0])
    expect(finding).to.deep.include({
      title: 'Unused CSS',
      fix: 'Remove unused CSS.',
      effort: 'low',
      gain: { points: 0, ms: 120, kb: null },
    })
  })

  it('are the fixes of a summary where there are no issues', () => {
    const fix = {
      id: 'i1',
      title: 'No title',
      impact: 'high',
      why_it_matters: 'It is shown',
      quick_fix: 'Add a title',
      fixable: false,
    } as const
    expect(findingsOfFixes([fix])[0]).to.deep.include({
      severity: 'error',
      title: 'No title',
      fix: 'Add a title',
    })
  })

  it('come by what blocks, then severity, then gain; equal ones as they were', () => {
    const one = (id: string, severity: string, more: object = {}) =>
      ({ id, severity, isBlocking: false, gain: { points: 0, ms: null, kb: null }, ...more }) as Finding
    const gain = (points: number, ms: number | null = null, kb: number | null = null) => ({
      gain: { points, ms, kb },
    })
    const ordered = inOrder([
      one('info', 'info', gain(500_000)),
      one('second', 'warning'),
      one('third', 'warning'),
      one('one point', 'error', gain(10_000)),
      one('200 ms', 'error', gain(0, 200)),
      one('30 kB', 'error', gain(0, null, 30)),
      one('noindex', 'warning', { isBlocking: true }),
    ])
    expect(ordered.map(({ id }) => id)).to.deep.equal([
      'noindex',
      '200 ms',
      '30 kB',
      'one point',
      'second',
      'third',
      'info',
    ])
  })

  it('know what keeps a page out of search results', () => {
    const audit = (is_indexable: boolean) =>
      ({
        indexability: { is_indexable },
        summary: { top_fixes: [{ id: 'i1' }] },
        issues: [issue],
      }) as unknown as Parameters<typeof blockingRuleOf>[0]
    expect(blockingRuleOf(audit(false))).to.equal('image-alt')
    expect(blockingRuleOf(audit(true))).to.equal(null)
    expect(blockingRuleOf({})).to.equal(null)
  })
})
