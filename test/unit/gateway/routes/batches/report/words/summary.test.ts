import { expect } from 'chai'
import { change, summaryOf } from '#gateway/routes/batches/report/words/summary.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { issueOf, recordedReport } from '../recorded-report.ts'

const ALL = { severities: null }
const none = { total: 0, indexable: 0, not_indexable: 0, failed: 0, unknown: 0 }
const bare = { ...recordedReport, rules: [], site_issues: [] }

/** The sentence at an index of a report with these counts of pages and a score. */
function sentence(
  at: number,
  counts: Partial<typeof none>,
  more: Partial<SiteReport> = {},
): string | undefined {
  const pages = { ...recordedReport.pages, ...none, ...counts }
  return summaryOf({ ...bare, pages, ...more }, ALL)[at]
}
const scored = (overall: number) => ({ score: { overall, deductions: [] } })
const changed = (news: number, fixed: number, unchanged: number) =>
  change({
    ...{ batch: 'x', new: [], new_total: news, fixed: [], fixed_total: fixed, unchanged },
    ...{ pages_added: [], pages_added_total: 0, pages_gone: [], pages_gone_total: 0 },
  })

describe('the sentences that sum up a report', () => {
  it('are three', () => expect(summaryOf(recordedReport, ALL)).to.have.length(3))

  it('say how good the site is, by its score, and on how many pages', () => {
    expect(sentence(0, { total: 1 }, scored(90))).to.equal(
      'shop.example is in good shape: it scores 90 of 100 on 1 page.',
    )
    expect(sentence(0, { total: 12_000 }, scored(89.99))).to.equal(
      'shop.example needs work: it scores 89.99 of 100 on 12,000 pages.',
    )
    expect(sentence(0, { total: 2 }, scored(0))).to.equal(
      'shop.example is in poor shape: it scores 0 of 100 on 2 pages.',
    )
  })

  it('name what takes most from the score: pages that cannot be indexed do not count, other pages by their share', () => {
    const [rule] = recordedReport.rules as [SiteReport['rules'][number]]
    const [issue] = recordedReport.site_issues as [SiteReport['site_issues'][number]]
    const costing = (points: number) =>
      sentence(
        1,
        { total: 10, indexable: 9, not_indexable: 1 },
        {
          score: { overall: 90.3, deductions: [{ id: 'pages', reason: '', points: 7 }] },
          scores: { ...(recordedReport.scores as NonNullable<SiteReport['scores']>), mean: 90 },
          rules: [
            { ...rule, title: 'Page set to noindex', points: 9, pages: 1 },
            { ...rule, title: 'Missing meta description', points, pages: 6 },
          ],
          site_issues: [{ ...issue, title: 'Duplicate page titles', points: 2.7, affected: 5 }],
        },
      )
    // 7 of the 10 points that the pages lack are in the score: 5 points are 3.5 of it, 3 points are 2.1.
    expect(costing(5)).to.equal(
      'The issue that costs most is “Missing meta description”: 3.5 points, on 6 pages.',
    )
    expect(costing(3)).to.equal(
      'The issue that costs most is “Duplicate page titles”: 2.7 points, on 5 pages.',
    )
  })

  it('say why there is no score', () => {
    const without = { score: null }
    expect(sentence(0, {}, without)).to.equal('No page was checked, so there is no score.')
    expect(sentence(0, {}, { ...without, complete: false })).to.equal('No page was checked so far.')
    expect(sentence(0, { total: 1, not_indexable: 1 }, without)).to.equal(
      '1 page was checked, and none can be indexed, so there is no score.',
    )
    expect(sentence(0, { total: 2, unknown: 2 }, { ...without, complete: false })).to.equal(
      '2 pages were checked so far; this check does not tell whether pages can be indexed, so there is no score.',
    )
  })

  it('say what costs most, whatever its severity', () => {
    const cheap = { ...issueOf([{ url: 'x' }]), title: 'Cheap', points: 0 }
    const dear = { ...issueOf([{ url: 'x' }], 30), severity: 'warning' as const, title: 'Dear', points: 1 }
    const of = (...site_issues: (typeof cheap)[]) => summaryOf({ ...bare, site_issues }, ALL)[1]
    expect(of(cheap, dear as typeof cheap)).to.equal(
      'The issue that costs most is “Dear”: 1 point, on 30 pages.',
    )
    expect(of(cheap)).to.equal('No issue costs points; the first to look at is “Cheap”, on 1 page.')
    expect(of()).to.equal('No issues were found.')
    expect(summaryOf({ ...bare, complete: false }, { severities: ['error', 'info'] })[1]).to.equal(
      'No issues of severity error or info were found so far.',
    )
  })

  it('say what cannot be indexed', () => {
    expect(sentence(2, {})).to.equal('Nothing is known of what search engines can index.')
    expect(sentence(2, { total: 1, indexable: 1 })).to.equal('The page can be indexed.')
    expect(sentence(2, { total: 7, indexable: 7 })).to.equal('All 7 pages can be indexed.')
    expect(sentence(2, { total: 1, not_indexable: 1 })).to.equal('The page cannot be indexed.')
    expect(sentence(2, { total: 2, not_indexable: 2 })).to.equal(
      'Of 2 pages, none can be indexed and 2 cannot be indexed.',
    )
    expect(sentence(2, { total: 70, indexable: 61, not_indexable: 6, failed: 2, unknown: 1 })).to.equal(
      'Of 70 pages, 61 can be indexed, 6 cannot be indexed, 2 failed and 1 could not be judged.',
    )
  })

  it('say what changed instead, where there is an earlier crawl', () => {
    expect(changed(1, 0, 0)).to.equal(
      'Since the earlier crawl 1 finding is new, none are fixed, and none remain.',
    )
    expect(changed(0, 1, 1)).to.equal(
      'Since the earlier crawl no findings are new, 1 is fixed, and 1 remains.',
    )
    expect(changed(2, 3, 1200)).to.equal(
      'Since the earlier crawl 2 findings are new, 3 are fixed, and 1,200 remain.',
    )
    expect(changed(0, 0, 1)).to.equal('Nothing has changed since the earlier crawl: 1 finding remains.')
    expect(changed(0, 0, 0)).to.equal('Nothing was wrong at the earlier crawl, and nothing is now.')
  })
})
