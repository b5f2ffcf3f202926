import { expect } from 'chai'
import { checkParameters } from '#shared/operations/parameters.ts'
import { crawlItems, startPosition } from '#stages/batch/crawl/crawl-items.ts'
import { crawl } from './crawl-fixture.ts'

const url = 'https://www.example.com/'

describe('crawlItems', () => {
  for (const [requested, got] of [
    ['all', 'all'],
    ['links', 'links,basic,http,indexability'],
    ['og,counters', 'og,counters,basic,links,http,indexability'],
    ['tier1, all', 'all'],
  ] as const)
    it(`requests the links besides ${requested}`, () => {
      const [item, ...others] = crawlItems(crawl(), { url, fields: requested, max_links: 5 }, startPosition)
      expect(others).to.deep.equal([])
      expect(item?.parameters).to.deep.equal({ url, fields: got, max_links: 500 })
      expect(item).to.include({ role: 'page', depth: 0, from: null, scope: null })
    })

  for (const operation of ['snapshot', 'performance', 'seo-audit'] as const)
    it(`adds a discovery item to ${operation}`, () => {
      const parameters = { url, device: 'mobile' }
      const [page, discovery] = crawlItems(crawl({}, operation), parameters, startPosition)
      expect(page).to.deep.include({ parameters, role: 'page' })
      expect(discovery).to.include({ role: 'discovery', depth: 0 })
      expect(discovery?.parameters).to.include({ url, device: 'mobile', max_links: 500 })
      expect(checkParameters('metadata', discovery?.parameters, false)).to.deep.equal({
        parameters: discovery?.parameters,
      })
    })

  it('adds no discovery item where no link is followed', () => {
    expect(crawlItems(crawl({ maxDepth: 0 }, 'snapshot'), { url }, startPosition)).to.have.length(1)
  })
})
