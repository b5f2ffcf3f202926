import { expect } from 'chai'
import { SiteFile } from '#stages/batch/adapters/sqlite/site/site-file.ts'
import { openFileFixture, type SiteFixture } from '../../../site-fixture.ts'
import { inspect, scenePages } from './site-scene.ts'

describe('the file of sites', () => {
  const stores: SiteFixture[] = []
  let file: SiteFile
  const made = async (id: string) => {
    const store = await openFileFixture()
    stores.push(store)
    await inspect(store.frontier, id, scenePages('x.example'))
    return store
  }
  beforeEach(() => {
    file = new SiteFile()
  })
  afterEach(async () => {
    file.close()
    for (const store of stores.splice(0)) await store.close()
  })

  it('has the reader that was there, as long as no other file is asked for', async () => {
    const [one, two] = [(await made('one')).path, (await made('two')).path]
    const reader = file.of({ source: one, id: 'one' })
    expect(file.of({ source: one, id: 'other' })).to.equal(reader)
    expect(file.with({ source: one, id: 'one' }, (same) => same)).to.equal(reader)
    const knows = (id: string) => file.of({ source: two, id }).report(id, null) !== null
    expect([knows('two'), knows('one')]).to.deep.equal([true, false])
  })

  it('is read again for what sitemaps list', async () => {
    const { path, sites } = await made('one')
    const site = { source: path, id: 'one' }
    const listed = (reader: ReturnType<SiteFile['of']>) =>
      reader.snapshot('one', null)?.site.addresses.isListed.filter((is) => is === 1).length
    expect(listed(file.of(site))).to.equal(0)
    await sites.addListed('one', ['http://x.example/a'])
    expect([listed(file.of(site)), listed(file.fresh(site))]).to.deep.equal([0, 1])
  })
})
