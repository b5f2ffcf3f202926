import { expect } from 'chai'
import { a } from '#test/contract/frontier/batch-ids.ts'
import { batchNamed, crawlRules, dispatchedUrls, page } from '#test/contract/frontier/batch-scene.ts'
import { lineGroup } from '#test/contract/frontier/submissions/line-groups.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import { countOf, dispatchBy, frontierOf } from '../../frontier-scene.ts'

describe('insertItems', function () {
  this.timeout(60_000)
  const postgres = databaseOfEachTest()

  it('does not record items for which a crawl has no room: they may be added by another page', async () => {
    const frontier = frontierOf(postgres)
    await frontier.create(batchNamed(a, { crawl: { ...crawlRules, maxPages: 2 } }))
    const pages = [1, 2, 3].map((n) => page(`http://x.example/${n}`))
    expect(await frontier.add(a, pages)).to.deep.equal([true, true, false])
    expect(await countOf(postgres, 'SELECT count(*) FROM seen')).to.equal(2)
  })

  it('counts the items of queues that are there, and of new ones', async () => {
    const frontier = frontierOf(postgres)
    await frontier.create(batchNamed(a))
    for (const group of [
      ['x', 'y'],
      ['y', 'z'],
      ['x', 'x', 'y'],
    ])
      await frontier.add(
        a,
        group.map((host, at) => page(`http://${host}.example/${at}?${group.length}${group.join('')}`)),
      )
    const queues = await postgres.query('SELECT host, waiting, is_ready FROM queues ORDER BY host')
    expect(queues).to.deep.equal([
      { host: 'x.example', waiting: 3, is_ready: true },
      { host: 'y.example', waiting: 3, is_ready: true },
      { host: 'z.example', waiting: 1, is_ready: true },
    ])
  })

  it('stores parameters once', async () => {
    const frontier = frontierOf(postgres)
    await frontier.create(batchNamed(a))
    const wide = (n: number) =>
      page(`http://x.example/${n}`, { parameters: { url: `http://x.example/${n}`, fields: 'all' } })
    await frontier.add(a, [page('http://x.example/0'), wide(1), wide(2)])
    await frontier.add(a, [page('http://x.example/3'), wide(4)])
    expect(await countOf(postgres, 'SELECT count(*) FROM parameters')).to.equal(2)
  })

  it('stores a URL with U+0000 as it is requested: trimmed at its ends, escaped in between', async () => {
    const frontier = frontierOf(postgres)
    await frontier.create(batchNamed(a))
    const urls = ['http://x.example/a\0', 'http://x.example/b\0c']
    const stored = await frontier.addLines(a, lineGroup(1, urls))
    expect(stored).to.deep.equal({ accepted: 2, rejected: 0, next: 3 })
    await frontier.start(a, false)
    expect(dispatchedUrls(await dispatchBy(frontier, 2))).to.deep.equal([
      'http://x.example/a',
      'http://x.example/b%00c',
    ])
  })

  it('has no batch for an id that is none, in every method', async () => {
    const frontier = frontierOf(postgres)
    for (const id of ['', 'x', a.toUpperCase(), `${a} `, "'"]) {
      expect(await frontier.batch(id)).to.equal(null)
      expect(await frontier.status(id, 5)).to.equal(null)
      expect(await frontier.setState(id, 'paused')).to.equal(null)
      expect(await frontier.add(id, [page('http://x.example/')])).to.deep.equal([false])
    }
  })
})
