import { expect } from 'chai'
import { variantKey } from '#stages/fetch/sitemap/sitemap-entries.ts'

describe('variantKey', () => {
  const variants = [
    'https://www.shop.example/Hats/',
    'http://www.shop.example/hats',
    'https://shop.example/hats/',
    'HTTPS://Shop.Example/HATS?utm_source=x#top',
    'https://shop.example:443/hats',
  ]
  for (const url of variants) {
    it(`treats ${url} as the same page`, () =>
      expect(variantKey(url)).to.equal(variantKey('https://shop.example/hats')))
  }

  const others = [
    'https://shop.example/hat',
    'https://shop.example/hats/red',
    'https://blog.shop.example/hats',
    'https://shop.example:8443/hats',
  ]
  for (const url of others) {
    it(`treats ${url} as another page`, () =>
      expect(variantKey(url)).not.to.equal(variantKey('https://shop.example/hats')))
  }

  it('is null for text that is not a web URL', () => {
    for (const url of ['/hats', 'ftp://shop.example/hats', '']) expect(variantKey(url)).to.equal(null)
  })
})
