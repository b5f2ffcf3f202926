import { expect } from 'chai'
import { openSiteReader } from '#stages/batch/adapters/sqlite/site/site-file.ts'
import type { SiteReader } from '#stages/batch/adapters/sqlite/site/site-reader.ts'
import { batchNamed, crawlRules, page } from '#test/contract/frontier/batch-scene.ts'
import { openFileFixture, type SiteFixture } from '../../../site-fixture.ts'
import { inspect, scenePages } from './site-scene.ts'

describe('batches with sites in the frontier in one file', () => {
  let store: SiteFixture
  let reader: SiteReader
  beforeEach(async () => {
    store = await openFileFixture()
    reader = openSiteReader(store.path)
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
    reader = openSiteReader(store.path)
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
