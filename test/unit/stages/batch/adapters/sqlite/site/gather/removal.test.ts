import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { batchNamed, crawlRules, page, result } from '#test/contract/frontier/batch-scene.ts'
import { factsText } from '#test/support/site/facts-text.ts'
import { openFileFixture, type SiteFixture } from '../../../../site-fixture.ts'
import { auditFacts, failedRule, pageFacts } from '../page-facts.ts'

/** A crawl of some pages with all that can be gathered of a site. */
async function crawl(store: SiteFixture, id: string, count: number): Promise<void> {
  await store.frontier.create(batchNamed(id, { crawl: crawlRules, owner: id }))
  const urls = Array.from({ length: count }, (_, at) => `http://${id}.example/${at + 1}`)
  await store.frontier.add(
    id,
    urls.map((url) => page(url, { depth: 0 })),
  )
  await store.frontier.start(id, false)
  const links = urls.map((url) => ({ url, text: `about ${url}`, isNofollow: false }))
  const completions = urls.slice(0, count - 1).map((url, at) => {
    const siteFacts = factsText(
      pageFacts(url, { title: url, links }),
      auditFacts(5, [failedRule(`rule-${at}`)]),
    )
    return { id: `${id}.${at + 1}`, outcome: result(url), siteFacts }
  })
  await store.frontier.complete(completions)
  await store.sites.addListed(id, urls)
  await store.sites.finish(id, ['http://x.example'])
  await store.sites.addProbes(id, [{ url: urls[0] as string, status: 200, error: null, location: null }])
}

describe('what was gathered of a site in the frontier in one file', () => {
  it('leaves the file with its batch, and nothing of another batch does', async () => {
    let store = await openFileFixture()
    try {
      await crawl(store, 'ended', 12)
      await crawl(store, 'runs', 3)
      await store.frontier.setState('ended', 'cancelled')
      const tables = store
        .all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'site\\_%' ESCAPE '\\'")
        .map(({ name: table }) => table as string)
      const counts = () =>
        tables.map((table) => {
          const rows = store.all(`SELECT batch, count(*) AS count FROM ${table} GROUP BY batch`)
          return [table, ...rows.map(({ batch, count }) => [batch, count])]
        })
      const before = counts()
      expect(tables).to.have.length.above(5)
      for (const [table, ...batches] of before) expect(batches, `${table}`).to.have.length(2)
      store = await store.reopen(0)
      const isThere = () => store.all("SELECT 1 FROM batches WHERE id = 'ended'").length > 0
      await eventually(() => !isThere())
      expect(counts()).to.deep.equal(before.map(([table, , kept]) => [table, kept]))
    } finally {
      await store.close()
    }
  })
})
