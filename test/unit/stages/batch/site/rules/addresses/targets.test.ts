import { expect } from 'chai'
import { addressesWhere, addressFault, canonicalFault } from '#stages/batch/site/rules/addresses.ts'
import { ORIGIN, siteOf } from '#test/support/site/site-builder.ts'

describe('why an address cannot be indexed', () => {
  it('is told for errors, redirects, noindex, canonicals and what is blocked, and for nothing else', () => {
    const site = siteOf({
      pages: {
        '/': { links: ['/unknown'] },
        '/noindex': { isNoindex: true },
        '/other': { canonical: '/' },
        '/gone': { status: 404 },
      },
      failures: { '/no': { code: 'ROBOTS_TXT_BLOCKED' }, '/slow': { code: 'TIMEOUT' } },
      probes: { '/moved': { status: 301, to: '/' }, '/lost': { status: 410 }, '/ok': { status: 200 } },
    })
    const faultsBy = (faultOf: typeof addressFault) =>
      Object.fromEntries(
        addressesWhere(site, () => true).map(({ address, url }) => [
          url.replace(ORIGIN, ''),
          faultOf(site, address),
        ]),
      )
    const expected = {
      '/': null,
      '/unknown': null,
      '/noindex': 'noindex',
      '/other': null,
      '/gone': 'error',
      '/no': 'blocked',
      '/slow': null,
      '/moved': 'redirect',
      '/lost': 'error',
      '/ok': null,
    }
    expect(faultsBy(canonicalFault)).to.deep.equal(expected)
    expect(faultsBy(addressFault)).to.deep.equal({ ...expected, '/other': 'canonical' })
  })
})
