import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { copyBatch } from '#stages/batch/adapters/sqlite/site/copies/copy-batch.ts'
import { mergeCopies, type ShardCopy } from '#stages/batch/adapters/sqlite/site/copies/merge-copies.ts'
import { allPages, SiteReader } from '#stages/batch/adapters/sqlite/site/site-reader.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import { batchNamed, completionsOf, page, result } from '#test/contract/frontier/batch-scene.ts'
import { frontierOptions } from '#test/contract/frontier/frontier-fixture.ts'
import { factsText } from '#test/support/site/facts-text.ts'
import { rowsAfter } from '#test/support/site/rows-after.ts'
import { openShardedFixture, type ShardedFixture } from '../../../../shards/sharded-fixture.ts'
import { auditFacts, failedRule, pageFacts } from '../page-facts.ts'

const COUNT = 2
const HOSTS = Array.from({ length: 10 }, (_, at) => `http://host${at}.example/`)

describe('mergeCopies', () => {
  let fixture: ShardedFixture
  let folder: string
  beforeEach(async () => {
    fixture = await openShardedFixture(frontierOptions, { count: COUNT, isReplayed: false })
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-merge-'))
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await fixture.close()
  })

  /** Copies all shards, the home first, and merges them. */
  function merged(id: string): SiteReader {
    const home = homeOf(id, COUNT)
    const copies = [home, 1 - home].map((shard): ShardCopy => {
      const path = join(folder, `${shard}.db`)
      copyBatch(fixture.files[shard]?.path ?? '', id, path)
      return { shard, path }
    })
    const target = join(folder, 'all.db')
    mergeCopies(id, copies as [ShardCopy, ShardCopy], target)
    return new SiteReader(target)
  }

  async function begin(id: string): Promise<void> {
    await fixture.frontier.create(batchNamed(id))
    await fixture.frontier.add(
      id,
      HOSTS.map((url) => page(url)),
    )
    await fixture.frontier.start(id, false)
  }

  it('has the results so far of a list that runs', async () => {
    await begin('a')
    const dispatched = await fixture.frontier.dispatch(4)
    await fixture.frontier.complete(completionsOf(dispatched))
    const reader = merged('a')
    const report = reader.report('a', null)
    expect([report?.pages.total, report?.complete, report?.batch.state]).to.deep.equal([4, false, 'running'])
    const rows = rowsAfter(reader.snapshot('a', null)?.rows as never, 0, 100)
    expect(rows.map(({ n }) => n)).to.deep.equal([1, 2, 3, 4])
    reader.close()
  })

  it('has what was found at each page, by its number in the batch', async () => {
    await begin('a')
    const audited = (url: string) => {
      const audit = auditFacts(90, [failedRule('image-alt', { message: `at ${url}` })])
      return { ...result(url), siteFacts: factsText(pageFacts(url), audit) }
    }
    await fixture.frontier.complete(completionsOf(await fixture.frontier.dispatch(HOSTS.length), audited))
    const reader = merged('a')
    const found = reader.choose('a', null, { ...allPages, rule: 'image-alt' })
    const places = Array.from(
      { length: found?.chosen.count ?? 0 },
      (_, at) => found?.chosen.placeAt(at) ?? -1,
    )
    const told = places.map((at) => [found?.rows.row(at).url, found?.finding?.foundAt(at)?.message])
    expect(told.toSorted()).to.deep.equal(HOSTS.map((url) => [url, `at ${url}`]))
    reader.close()
  })

  it('is complete for a list that was cancelled when all shards know that', async () => {
    await begin('a')
    await fixture.frontier.setState('a', 'cancelled')
    await fixture.frontier.status('a')
    const reader = merged('a')
    const report = reader.report('a', null)
    expect([report?.pages.total, report?.complete, report?.batch.state]).to.deep.equal([0, true, 'cancelled'])
    reader.close()
  })

  it('has nothing of a batch that is not there', () => {
    const reader = merged('none')
    expect(reader.report('none', null)).to.equal(null)
    reader.close()
  })
})
