import { expect } from 'chai'
import { siteName, siteOrigin } from '#gateway/routes/batches/report/words/site-name.ts'
import { recordedReport } from '../recorded-report.ts'

const of = (...seeds: string[]) => ({ batch: { ...recordedReport.batch, id: 'b', seeds } })

describe('name of a site', () => {
  it('is its host', () => {
    expect(siteName(of('https://a.test/x', 'https://a.test/y'))).to.equal('a.test')
    expect(siteName(of('http://a.test:8080/'))).to.equal('a.test:8080')
  })

  it('counts others', () => {
    expect(siteName(of('https://a.test/', 'https://b.test/'))).to.equal('a.test and 1 other site')
    expect(siteName(of('https://a.test/', 'https://b.test/', 'https://c.test/'))).to.equal(
      'a.test and 2 other sites',
    )
  })

  it('is what the batch says where that is no URL', () => {
    expect(siteName(of('no url'))).to.equal('no url')
    expect(siteName(of())).to.equal('b')
  })

  it('goes with an origin where there is one alone', () => {
    expect(siteOrigin(of('https://a.test/x', 'https://a.test/y'))).to.equal('https://a.test')
    for (const seeds of [[], ['no url'], ['https://a.test/', 'http://a.test/'], ['javascript:alert(1)']])
      expect(siteOrigin(of(...seeds))).to.equal(null)
  })
})
