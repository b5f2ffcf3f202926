import { expect } from 'chai'
import { crawlAddress } from '#stages/batch/crawl/normalize-address.ts'

const site = 'https://shop.example'

describe('crawlAddress', () => {
  for (const [found, address] of [
    ['/a/b?c=1#top', '/a/b?c=1'],
    ['/a#', '/a'],
    ['/?', '/'],
    ['/a?&b=1&', '/a?b=1'],
    ['/a?q=a%20b+c&d', '/a?q=a%20b+c&d'],
  ] as const) {
    it(`maps ${found} to ${address}`, () => expect(crawlAddress(site + found)).to.equal(site + address))
  }

  it('leaves a query as it is when it has more than 100 parameters', () => {
    const query = (count: number) => `/a?${Array.from({ length: count }, () => 'utm_source=a').join('&')}`
    expect(crawlAddress(site + query(100))).to.equal(`${site}/a`)
    expect(crawlAddress(site + query(101))).to.equal(site + query(101))
  })

  for (const found of [
    '/cart;jsessionid=0FD1E3A3B8C1F6.node1',
    '/cart;jsessionid=0FD1E3A3B8C1F6.node1?PHPSESSID=c9q8k2v1p0',
    '/(S(lit3py55t21z5v55vlm25s55))/cart',
    '/cart?PHPSESSID=c9q8k2v1p0',
    '/cart?phpsessid=c9q8k2v1p0',
    '/cart?ASPSESSIONIDQQTCTSAB=GJKLMN',
    '/cart?CFID=123&CFTOKEN=8871',
    '/cart?osCsid=81c9a7bcb8',
    '/cart?sid=4a9c1e0ff3f84d2d9a8e9b6a3d0e4f11',
    '/cart?s=0d3cbe39bd2a7c8f9b1ad6',
  ]) {
    it(`removes the session id of ${found}`, () =>
      expect(crawlAddress(site + found)).to.equal(`${site}/cart`))
  }

  for (const found of [
    '/p?utm_source=news&utm_medium=mail&utm_campaign=x',
    '/p?gclid=CjwKCAiA&gbraid=1&wbraid=2',
    '/p?fbclid=IwAR0&igshid=1&ttclid=2&twclid=3&msclkid=4&yclid=5',
    '/p?mc_cid=1&mc_eid=2&_hsenc=3&_hsmi=4&mkt_tok=5',
    '/p?_ga=2.1.1&_gl=1*x&srsltid=AfmB',
    '/p?pk_campaign=a&mtm_source=b&matomo_kwd=c',
  ]) {
    it(`removes the tracking parameters of ${found}`, () =>
      expect(crawlAddress(site + found)).to.equal(`${site}/p`))
  }

  for (const found of [
    '/list?sort=price',
    '/list?sort_by=price-ascending',
    '/list?orderby=date&order=desc',
    '/list?product_list_order=name&product_list_dir=asc&product_list_mode=list',
    '/list?C=M;O=A',
    '/list?C=N&O=D',
    '/list?dir=ASC',
  ]) {
    it(`removes the sort order of ${found}`, () =>
      expect(crawlAddress(site + found)).to.equal(`${site}/list`))
  }

  for (const kept of [
    '/item?sid=12',
    '/?s=search+words',
    '/story?session=2024',
    '/files?dir=photos',
    '/order?order=1234',
    '/list?page=2&color=red',
    '/wiki/Rock_(music)',
    '/a;version=2/b',
    '/(group)/page',
    '/p?gclid_explained=1',
  ]) {
    it(`keeps ${kept}`, () => expect(crawlAddress(site + kept)).to.equal(site + kept))
  }
})
