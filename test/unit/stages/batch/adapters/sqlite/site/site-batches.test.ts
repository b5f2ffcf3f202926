import { expect } from 'chai'
import { SiteReader } from '#stages/batch/adapters/sqlite/site/site-reader.ts'
import type { SiteStore } from '#stages/batch/site/finish/site-store.ts'
import { batchNamed, completionsOf, crawlRules, page } from '#test/contract/frontier/batch-scene.ts'
import { frontierOptions } from '#test/contract/frontier/frontier-fixture.ts'
import { openShardedFixture, type ShardedFixture } from '../../../shards/sharded-fixture.ts'
import { type SiteFixture, siteFixtures } from '../../../site-fixture.ts'
import { openShardFixture } from '../shard/shard-store-fixture.ts'
import { inspect, scenePages } from './site-scene.ts'

for (const [name, open] of siteFixtures)
  describe(`batches with sites in ${name}`, () => {
    let store: SiteFixture
    let reader: SiteReader
    beforeEach(async () => {
      store = await open()
      reader = new SiteReader(store.path)
    })
    afterEach(async () => {
      reader.close()
      await store.close()
    })
    const waiting = async () => (await store.sites.unpublished()).map(({ batch }) => [batch.id, batch.state])

    it('have the times that their status has', async () => {
      await inspect(store.frontier, 'a', scenePages('x.example'))
      const status = await store.frontier.status('a')
      expect(reader.report('a', null)?.batch).to.include({
        state: 'finished',
        created_at: status?.createdAt,
        finished_at: status?.finishedAt,
      })
      expect(status?.finishedAt).to.be.a('string')
    })

    it('have states that their status has', async () => {
      await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
      await store.frontier.add('a', [page('http://x.example/', { depth: 0 })])
      await store.frontier.start('a', false)
      for (const state of ['paused', 'running', 'cancelled'] as const) {
        await store.frontier.setState('a', state)
        expect(reader.report('a', null)?.batch.state).to.equal(state)
      }
      expect(await waiting()).to.deep.equal([['a', 'cancelled']])
    })

    it('are reported on and completed without a single item', async () => {
      await inspect(store.frontier, 'a', {})
      expect(await waiting()).to.deep.equal([['a', 'finished']])
      expect(reader.report('a', null)).to.deep.include({ complete: false, score: null })
      await store.sites.addListed('a', ['http://x.example/'])
      await store.sites.finish('a', ['https://site.test'])
      expect(reader.report('a', null)).to.deep.include({ complete: true, score: null })
      await store.sites.setPublished('a')
      expect(await waiting()).to.deep.equal([])
    })

    it('know what sitemaps list and links answer, after a restart as well', async () => {
      await inspect(store.frontier, 'a', scenePages('x.example'))
      await store.sites.addListed('a', ['http://x.example/a', 'http://x.example/unlinked'])
      await store.sites.addProbes('a', [
        { url: 'http://outside.example/', status: 404, error: null, location: null },
      ])
      await store.sites.finish('a', ['https://site.test'])
      reader.close()
      store = await store.reopen()
      reader = new SiteReader(store.path)
      const report = reader.report('a', null)
      expect(report?.complete).to.equal(true)
      expect(report?.site_issues.map(({ id }) => id)).to.include.members([
        'site-broken-external-link',
        'site-orphan-page',
      ])
    })

    it('are gone once they were discarded', async () => {
      await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
      await store.frontier.discard('a')
      expect([reader.report('a', null), await waiting()]).to.deep.equal([null, []])
    })
  })

describe('a cancelled crawl in a shard', () => {
  it('is named when its items are told, and has no more results by then', async () => {
    const shard = await openShardFixture()
    try {
      const batch = batchNamed('a', { crawl: crawlRules })
      await shard.send({ kind: 'create', batch })
      const { position } = await shard.send({
        kind: 'add',
        batch,
        items: [page('http://x.example/', { depth: 0 })],
      })
      await shard.send({ kind: 'start', batch: 'a', isOpen: false, added: { 0: position } })
      await shard.send({ kind: 'phase', batch: 'a', phase: 'running', version: 1 })
      const dispatched = await shard.store.dispatchOf('a', 1)
      await shard.send({ kind: 'set', batch: 'a', state: 'cancelled' })
      expect(await shard.store.sites.unpublished()).to.deep.equal([])
      await shard.end(completionsOf(dispatched))
      await shard.send({ kind: 'phase', batch: 'a', phase: 'cancelled', version: 2 })
      const [crawl] = await shard.store.sites.unpublished()
      expect([crawl?.batch.id, crawl?.batch.state]).to.deep.equal(['a', 'cancelled'])
    } finally {
      await shard.close()
    }
  })
})

describe('a crawl whose shard is taken over without its file', () => {
  it('has its results, and its check begins again', async () => {
    let fixture = await openShardedFixture(frontierOptions, { count: 1, isReplayed: true })
    const reportOf = ({ files: [file] }: ShardedFixture) => {
      const reader = new SiteReader(file?.path ?? '')
      const report = reader.report('a', null)
      reader.close()
      return report
    }
    const sitesOf = ({ files: [file] }: ShardedFixture) => file?.store.sites as SiteStore
    try {
      await inspect(fixture.frontier, 'a', scenePages('x.example'))
      const ended = reportOf(fixture)
      await sitesOf(fixture).finish('a', ['https://site.test'])
      await sitesOf(fixture).setPublished('a')
      expect(await sitesOf(fixture).unpublished()).to.deep.equal([])
      fixture = await fixture.reopen(frontierOptions)
      const [crawl] = await sitesOf(fixture).unpublished()
      expect([crawl?.batch.id, crawl?.isFinished]).to.deep.equal(['a', false])
      expect(reportOf(fixture)).to.deep.equal(ended)
    } finally {
      await fixture.close()
    }
  })
})
