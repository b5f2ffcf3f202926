import { expect } from 'chai'
import { siteAddress } from '#stages/batch/crawl/normalize-address.ts'

describe('addresses of a site', () => {
  it('of a crawl are those by which the crawl knows its pages', () => {
    const address = siteAddress({ crawl: {} as never })
    expect(address('https://site.test/a?utm_source=x#part')).to.equal('https://site.test/a')
  })

  it('of a list are as they were written, but for the fragment', () => {
    expect(siteAddress({ crawl: null })('https://site.test/a?utm_source=x#part')).to.equal(
      'https://site.test/a?utm_source=x',
    )
  })
})
