import { expect } from 'chai'
import { load } from 'cheerio'
import { changes } from '#gateway/routes/batches/report/html/changes.ts'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { recordedReport, SERVICE } from '../recorded-report.ts'

const none = {
  ...{ batch: 'earlier', new: [], new_total: 0, fixed: [], fixed_total: 0, unchanged: 0 },
  ...{ pages_added: [], pages_added_total: 0, pages_gone: [], pages_gone_total: 0 },
}
const textOf = (found: Partial<NonNullable<SiteReport['changes']>>) =>
  load(changes(documentOf({ ...recordedReport, changes: { ...none, ...found } }, SERVICE)))('body').text()

describe('changes in the report as HTML', () => {
  it('are none without an earlier crawl', () =>
    expect(changes(documentOf(recordedReport, SERVICE))).to.equal(''))

  it('are named by what is wrong, an unknown rule by its id', () => {
    const urls = ['https://a.test/1', 'https://a.test/2']
    const text = textOf({
      ...{
        new: [...urls.map((url) => ({ id: 'site-broken-link', url })), { rule_id: 'of-tomorrow', url: 'x' }],
      },
      ...{ new_total: 40, fixed: [{ rule_id: 'title-missing', url: 'https://a.test/3' }], fixed_total: 1 },
      ...{ pages_added: ['https://a.test/z'], pages_added_total: 1 },
    })
    for (const part of [
      'Broken internal links, 2: https://a.test/1, https://a.test/2',
      'of-tomorrow, 1: x',
      'and 37 more',
      'Missing page title, 1',
      '1 page was added and none were removed.',
      'https://a.test/z',
    ])
      expect(text).to.include(part)
  })

  it('say so where nothing changed', () =>
    expect(textOf({ unchanged: 3 })).to.include(
      'Nothing has changed since the earlier crawl: 3 findings remain. No pages were added and none were removed.',
    ))

  it('are bounded: twenty rules, ten URLs of each', () => {
    const found = Array.from({ length: 1000 }, (_, at) => ({
      id: `r${at % 40}`,
      url: `https://a.test/${at}`,
    }))
    const html = changes(
      documentOf({ ...recordedReport, changes: { ...none, new: found, new_total: 5000 } }, SERVICE),
    )
    expect(html.match(/<li>/g)).to.have.length(20)
    expect(html.match(/<a /g)).to.have.length(200)
    expect(html).to.include('and 4,500 more')
  })
})
