import { expect } from 'chai'
import { load } from 'cheerio'
import { brandingOf } from '#gateway/routes/batches/report/branding.ts'
import { reportHtml } from '#gateway/routes/batches/report/html.ts'
import { hostileTexts, recordedReport, reportSaying, SERVICE } from '../recorded-report.ts'

/** The elements of the report in order, each with the names of its attributes. */
function elementsOf(text: string): string[] {
  const document = load(reportHtml(reportSaying(text), SERVICE))
  return document('html, html *')
    .toArray()
    .map(({ tagName, attribs }) => [tagName, ...Object.keys(attribs)].join(' '))
}

/** Links of the rules to their authorities. */
const rulesOwn = new Set([
  ...[...recordedReport.rules, ...recordedReport.site_issues].map(({ docs_url }) => docs_url),
  'https://authority.test/',
])

describe('texts of pages in the report as HTML', () => {
  const plain = elementsOf('plain words')

  for (const text of hostileTexts) {
    it(`add no element and no attribute: ${JSON.stringify(text)}`, () =>
      expect(elementsOf(text)).to.deep.equal(plain))
  }

  it('are in the document as they were written', () => {
    const text = `</title><script>"'&amp;`
    const document = load(reportHtml(reportSaying(text), SERVICE))
    expect(document('title').text()).to.equal(`SEO report: ${text}`)
    expect(document('main').text().split(text).length - 1).to.be.above(15)
  })

  it('link to their page where they are the URL of one, and to nothing else', () => {
    const url = `https://a.test/"onmouseover="alert(1)'><script>`
    const links = load(reportHtml(reportSaying(url), SERVICE))('a[rel]')
      .toArray()
      .filter(({ attribs }) => !rulesOwn.has(attribs.href ?? ''))
    expect(links.length).to.be.above(5)
    for (const { attribs } of links) {
      expect(Object.keys(attribs)).to.deep.equal(['href', 'rel'])
      expect(attribs.href).to.equal("https://a.test/%22onmouseover=%22alert(1)'%3E%3Cscript%3E")
    }
  })

  it('are cut, and have no marks that turn or hide what is around them', () => {
    const html = reportHtml(reportSaying(`\u202e\u2066\u200f${'x'.repeat(10_000)}\u2069`), SERVICE)
    expect(html).to.include('x'.repeat(300)).and.not.include('x'.repeat(301))
    expect(html).to.not.match(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  })

  it('are whole characters', () => {
    for (const text of ['\ud83d', '\udc00x', 'https://a.test/\ud83d', `${'x'.repeat(299)}\u{1f600}`])
      expect(reportHtml(reportSaying(text), SERVICE).isWellFormed()).to.equal(true)
  })
})

describe('names in the report as HTML', () => {
  const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
  const elementsWith = (text: string) => {
    const branding = brandingOf({ title: `x${text}`, client: `x${text}`, logo })
    const document = load(reportHtml(recordedReport, { ...SERVICE, branding }))
    expect(document('title').text()).to.equal(branding.title)
    return document('html, html *')
      .toArray()
      .map(({ tagName, attribs }) => [tagName, ...Object.keys(attribs)].join(' '))
  }
  const plain = elementsWith('plain words')

  for (const text of hostileTexts)
    it(`add no element and no attribute: ${JSON.stringify(text)}`, () =>
      expect(elementsWith(text)).to.deep.equal(plain))

  it('may be a logo that says of itself what it wants: it is embedded as what it is', () => {
    const named = `data:image/svg+xml;x="><script>alert(1)</script>;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
    const branding = brandingOf({ logo: named })
    const document = load(reportHtml(recordedReport, { ...SERVICE, branding }))
    expect(document('script').length).to.equal(0)
    expect(document('img').attr('src')).to.match(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/)
  })
})
