import { expect } from 'chai'
import { filtersOf } from '#gateway/console/app/views/inspect/findings/filters.ts'
import {
  type FindingSources,
  filteredFindings,
} from '#gateway/console/app/views/inspect/findings/page-findings.ts'

const issueOf = (rule: string, severity: string) => ({
  id: `id-${rule}`,
  source_rule: rule,
  severity,
  category: 'content',
  message: `About ${rule}`,
  recommendation: 'Do it',
  selector: null,
  snippet: null,
  location: null,
})
const tips = [{ tip_id: 'tip', severity: 'high', message: 'Faster', learn_more: 'https://docs.example/' }]
const sources = {
  audit: { issues: [issueOf('a', 'warning'), issueOf('a', 'warning'), issueOf('b', 'info')] },
  performance: { tips },
} as unknown as FindingSources
const shown = (query: string, from = sources) => {
  const { findings, ...counts } = filteredFindings(from, filtersOf(new URLSearchParams(query)))
  return { ids: findings.map(({ id }) => id), ...counts }
}

describe('console: all findings of a page', () => {
  it('are rules and tips in one order, and count issues and tips', () => {
    expect(shown('')).to.deep.equal({
      ids: ['tip', 'a', 'b'],
      issues: { shown: 3, all: 3 },
      tips: { shown: 1, all: 1 },
    })
  })

  it('are those that the filters leave', () => {
    expect(shown('show_operation=seo-audit').ids).to.deep.equal(['a', 'b'])
    expect(shown('show_operation=performance').ids).to.deep.equal(['tip'])
    expect(shown('show_text=about+b')).to.deep.equal({
      ids: ['b'],
      issues: { shown: 1, all: 3 },
      tips: { shown: 0, all: 1 },
    })
  })

  it('are none where nothing was checked', () => {
    expect(shown('', { audit: null, performance: null }).ids).to.deep.equal([])
  })
})
