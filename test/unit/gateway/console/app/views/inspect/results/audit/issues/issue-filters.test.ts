import { expect } from 'chai'
import { filtersOf, matches } from '#gateway/console/app/views/inspect/results/audit/issues/issue-filters.ts'
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
const all = { severity: '', category: '', fixable: '', text: '' }

describe('console: filters of issues', () => {
  it('come from the address', () => {
    const parameters = new URLSearchParams(
      'url=x&severity=info&show_severity=error&show_fixable=true&show_text=a+b',
    )
    expect(filtersOf(parameters)).to.deep.equal({
      severity: 'error',
      category: '',
      fixable: 'true',
      text: 'a b',
    })
  })

  it('show all where nothing is asked for', () => {
    expect(matches(issue, all)).to.equal(true)
  })

  for (const [filters, expected] of [
    [{ severity: 'error' }, true],
    [{ severity: 'warning' }, false],
    [{ category: 'content' }, true],
    [{ category: 'technical' }, false],
    [{ fixable: 'false' }, true],
    [{ fixable: 'true' }, false],
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
      expect(matches(issue, { ...all, ...filters })).to.equal(expected)
    })
  }
})
