import { expect } from 'chai'
import {
  articleDates,
  articleItems,
  hasAnyDate,
  isArticle,
} from '#stages/score/audit/derived/structured/article-facts.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const facts = (html: string) => auditFacts(structuredPage(html))
const article = (date: string) => jsonLd({ '@type': 'BlogPosting', headline: 'A', datePublished: date })
const times = (html: string) => articleDates(facts(html)).map(({ time }) => new Date(time).toISOString())

describe('facts of an article', () => {
  it('are of articles at the top, and of what a page is about', () => {
    const page = jsonLd({ '@type': 'WebPage', mainEntity: { '@type': 'NewsArticle', headline: 'A' } })
    expect(articleItems(facts(page).structured)).to.have.length(1)
    const list = jsonLd({ '@type': 'Blog', blogPost: [{ '@type': 'BlogPosting', headline: 'A' }] })
    expect(articleItems(facts(list).structured)).to.have.length(0)
    expect(isArticle(facts(list))).to.equal(false)
    expect(isArticle(facts('<meta property="og:type" content="article">'))).to.equal(true)
  })

  it('hold dates by ISO 8601', () => {
    expect(times(article('2026-02-01'))).to.deep.equal(['2026-02-01T00:00:00.000Z'])
    expect(times(article('2026-02-01T10:00:00+02:00'))).to.deep.equal(['2026-02-01T08:00:00.000Z'])
    expect(times(article('2026-02-01T10:00'))).to.deep.equal(['2026-02-01T10:00:00.000Z'])
    expect(times(article('1 May 2026'))).to.deep.equal([])
  })

  it('hold no dates of a list of articles', () => {
    expect(times(article('2026-02-01').repeat(4))).to.deep.equal([])
  })

  it('hold the date that a page shows, where it is one', () => {
    const time = '<time class="entry-date published updated" datetime="2026-02-01">1 Feb</time>'
    expect(times(time)).to.have.length(1)
    expect(times(time.repeat(2))).to.have.length(0)
    expect(times('<time datetime="2026-02-01">1 Feb</time>')).to.have.length(0)
  })

  it('tell whether there is any date', () => {
    for (const text of [
      'Feb 4, 2019',
      '4th February 2019',
      '4. Februar 2019',
      '2019-02-04',
      '04/02/2019',
      '2019年2月4日',
    ])
      expect(hasAnyDate(facts(`<p>${text}`)), text).to.equal(true)
    for (const text of ['Call 555-1234', 'Version 2.0 of 2019', 'Text'])
      expect(hasAnyDate(facts(`<p>${text}`)), text).to.equal(false)
  })
})
