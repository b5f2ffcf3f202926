import { expect } from 'chai'
import { SitemapQueue } from '#stages/batch/sitemaps/read-sitemap.ts'

const url = (index: number) => `https://a.example/${index}.xml`

describe('SitemapQueue', () => {
  it('returns each sitemap once, in the order they were added', () => {
    const queue = new SitemapQueue([url(1), url(2), url(1)])
    expect(queue.add(`${url(3)}#part`, 1)).to.equal(null)
    expect(queue.add('HTTPS://A.example:443/2.xml', 1)).to.equal(null)
    expect([...queue]).to.deep.equal([
      { url: url(1), depth: 0 },
      { url: url(2), depth: 0 },
      { url: url(3), depth: 1 },
    ])
  })

  it('goes on with the sitemaps that are added while it is read', () => {
    const queue = new SitemapQueue([url(1)])
    const depths = []
    for (const { depth } of queue) {
      depths.push(depth)
      queue.add(url(depth + 2), depth + 1)
    }
    expect(depths).to.deep.equal([0, 1, 2])
  })

  it('accepts at most 50,000, nothing below three levels, and web URLs only', () => {
    const queue = new SitemapQueue(Array.from({ length: 49_999 }, (_, index) => url(index)))
    expect(queue.add(url(1), 3)).to.contain('more than 2 indexes')
    for (const wrong of ['', '/relative.xml', 'ftp://a.example/s.xml'])
      expect(queue.add(wrong, 0)).to.contain('URL')
    expect(queue.add(url(50_000), 2)).to.equal(null)
    expect(queue.add(url(50_001), 2)).to.contain('50000 sitemaps')
    expect(queue.add(url(5), 2)).to.equal(null)
  })
})
