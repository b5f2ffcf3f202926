import { expect } from 'chai'
import { addressesWhere } from '#stages/batch/site/rules/addresses.ts'
import { linkItems } from '#stages/batch/site/rules/link-items.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

const site = siteOf({
  pages: {
    '/': { links: [{ to: '/b', text: 'first' }, { to: '/b', text: 'second' }, '/a'] },
    '/a': { links: [{ to: '/b', text: 'quiet', nofollow: true }, '/a'] },
    '/b': {},
  },
})
const wanted = (...paths: string[]) => {
  const addresses = new Set(
    addressesWhere(site, () => true)
      .filter(({ url }) => paths.map(urlOf).includes(url))
      .map(({ address }) => address),
  )
  return (address: number) => addresses.has(address)
}

describe('items about links', () => {
  it('have each page that links there once, with the text of its first link', () => {
    expect([...linkItems(site, wanted('/b'), () => ({ status: 1 }))]).to.deep.equal([
      {
        url: urlOf('/b'),
        status: 1,
        sources: [
          { url: urlOf('/'), text: 'first' },
          { url: urlOf('/a'), text: 'quiet' },
        ],
      },
    ])
  })

  it('have links of one kind alone', () => {
    const texts = (kind: 'followed' | 'nofollow') =>
      [...linkItems(site, wanted('/b'), () => ({}), kind)].map(
        ({ sources }) => (sources as { text: string }[])[0]?.text,
      )
    expect([texts('followed'), texts('nofollow')]).to.deep.equal([['first'], ['quiet']])
  })

  it('leave out links of a page to itself', () => {
    const [item] = linkItems(site, wanted('/a'), () => ({}))
    expect(item?.sources).to.deep.equal([{ url: urlOf('/'), text: '' }])
  })
})
