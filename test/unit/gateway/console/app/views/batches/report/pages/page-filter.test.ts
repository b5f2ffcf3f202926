import { expect } from 'chai'
import { filterPages } from '#gateway/console/app/views/batches/report/pages/page-filter.ts'
import type { SitePageRow } from '#shared/operations/results/site-report.ts'

const row = (n: number, changes: Partial<SitePageRow>): SitePageRow => ({
  n,
  url: `http://a.example/${n}`,
  final_url: null,
  redirected_to: null,
  status: 200,
  code: null,
  depth: null,
  title: null,
  indexable: null,
  canonical: null,
  overall: null,
  issues: null,
  inlinks: null,
  outlinks: null,
  link_score: null,
  words: null,
  bytes: null,
  ms: null,
  ...changes,
})
const rows = [
  row(1, { indexable: true, title: 'Home' }),
  row(2, { indexable: false }),
  row(3, {}),
  row(4, { code: 'TIMEOUT', status: null }),
]
const shown = (kind: string, text = '') => filterPages(rows, kind, text).map(({ n }) => n)

describe('the pages of a report', () => {
  it('are of one kind each', () => {
    expect(['indexable', 'not_indexable', 'unknown', 'failed'].map((kind) => shown(kind))).to.deep.equal([
      [1],
      [2],
      [3],
      [4],
    ])
  })

  it('are all shown without a kind, or with one that there is not', () => {
    expect(shown('')).to.deep.equal([1, 2, 3, 4])
    expect(shown('other')).to.deep.equal([1, 2, 3, 4])
  })

  it('are found by address, title and code', () => {
    expect(shown('', 'example/2')).to.deep.equal([2])
    expect(shown('', 'home')).to.deep.equal([1])
    expect(shown('', 'timeout')).to.deep.equal([4])
    expect(shown('indexable', 'timeout')).to.deep.equal([])
  })
})
