import { expect } from 'chai'
import {
  filtersOf,
  matchesFinding,
  matchesIssue,
} from '#gateway/console/app/views/inspect/findings/filters.ts'
import type { Finding } from '#gateway/console/app/views/inspect/findings/finding.ts'
import type { Issue } from '#gateway/console/app/views/inspect/results/audit/issues/issue-groups.ts'

const issue = {
  severity: 'error',
  category: 'content',
  fixable: false,
  source_rule: 'image-broken',
  title: 'Broken images',
  message: 'An image cannot be loaded',
  recommendation: 'Correct the address',
  selector: null,
  snippet: '<img src="/Gone.png">',
  evidence: [{ selector: 'body > img', value: 'HTTP 404' }],
} as unknown as Issue
const all = { severity: '', category: '', operation: '', fixable: '', text: '' }

describe('console: filters of issues', () => {
  it('come from the address', () => {
    const parameters = new URLSearchParams(
      'url=x&severity=info&show_severity=error&show_fixable=true&show_text=a+b',
    )
    expect(filtersOf(parameters)).to.deep.equal({
      severity: 'error',
      category: '',
      operation: '',
      fixable: 'true',
      text: 'a b',
    })
  })

  it('show all where nothing is asked for', () => {
    expect(matchesIssue(issue, all)).to.equal(true)
  })

  for (const [filters, expected] of [
    [{ severity: 'error' }, true],
    [{ severity: 'warning' }, false],
    [{ category: 'content' }, true],
    [{ category: 'technical' }, false],
    [{ fixable: 'false' }, true],
    [{ fixable: 'true' }, false],
    [{ operation: 'seo-audit' }, true],
    [{ operation: 'performance' }, false],
    [{ text: 'gone.PNG' }, true],
    [{ text: 'broken IMAGES' }, true],
    [{ text: 'IMAGE-broken' }, true],
    [{ text: 'http 404' }, true],
    [{ text: 'body > img' }, true],
    [{ text: 'correct the' }, true],
    [{ text: 'nowhere' }, false],
    [{ text: 'gone', severity: 'warning' }, false],
  ] as const) {
    it(`${JSON.stringify(filters)}: ${expected ? 'shown' : 'hidden'}`, () => {
      expect(matchesIssue(issue, { ...all, ...filters })).to.equal(expected)
    })
  }
})

const tip = {
  operation: 'performance',
  id: 'css-unused',
  severity: 'warning',
  category: 'performance',
  title: 'Unused CSS',
  found: null,
  fix: 'Remove it',
  why: null,
  tip: { items: [{ url: 'https://a.example/Big.css', selector: null, kb: 9, ms: null, text: null }] },
} as unknown as Finding

describe('console: filters of tips', () => {
  for (const [filters, expected] of [
    [{}, true],
    [{ severity: 'warning', category: 'performance', operation: 'performance' }, true],
    [{ operation: 'seo-audit' }, false],
    [{ severity: 'error' }, false],
    [{ category: 'content' }, false],
    [{ fixable: 'true' }, false],
    [{ text: 'big.css' }, true],
    [{ text: 'unused css' }, true],
    [{ text: 'nowhere' }, false],
  ] as const) {
    it(`${JSON.stringify(filters)}: ${expected ? 'shown' : 'hidden'}`, () => {
      expect(matchesFinding(tip, { ...all, ...filters })).to.equal(expected)
    })
  }
})
