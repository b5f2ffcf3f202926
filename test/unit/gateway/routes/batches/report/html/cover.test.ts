import { expect } from 'chai'
import { load } from 'cheerio'
import { cover, summary } from '#gateway/routes/batches/report/html/cover.ts'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { recordedReport, SERVICE } from '../recorded-report.ts'

const branding = { title: 'Audit <1>', client: 'Kettle & Sons', logo: 'data:image/png;base64,AAAA' }

describe('cover of the report as HTML', () => {
  it('has a title of its own, the host and the day of the crawl, unless it is given others', () => {
    const made = load(cover(documentOf(recordedReport, SERVICE)))
    expect(made('h1').text()).to.equal('SEO report: shop.example')
    expect(made('img').length).to.equal(0)
    expect(made('header').text()).to.include('Crawled on 30 November 2026').and.include('Made with PageProbe')
    expect(made('header').text()).to.not.include('Prepared for')
  })

  it('has the title, the client and the logo that it is given', () => {
    const made = load(cover(documentOf(recordedReport, { ...SERVICE, branding })))
    expect(made('h1').text()).to.equal('Audit <1>')
    expect(made('.site').text()).to.equal('shop.example')
    expect(made('header').text()).to.include('Prepared for Kettle & Sons')
    expect(made('img').attr()).to.deep.equal({ class: 'logo', src: branding.logo, alt: 'Logo' })
  })

  it('says when it is preliminary', () =>
    expect(cover(documentOf({ ...recordedReport, complete: false }, SERVICE))).to.include(
      '<strong>Preliminary: 3 pages so far.</strong>',
    ))

  it('is followed by three sentences and the figures', () => {
    const made = load(summary(documentOf(recordedReport, SERVICE)))
    expect(
      made('.lead')
        .text()
        .match(/[^.]\.(?= |$)/g),
    ).to.have.length(3)
    expect(made('dt').first().text()).to.equal('Score')
  })
})
