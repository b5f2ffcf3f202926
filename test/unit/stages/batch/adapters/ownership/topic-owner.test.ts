import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { batchOwnerKey } from '#shared/store/keys.ts'
import { isMoved, markMoved } from '#stages/batch/adapters/ownership/moved-folder.ts'
import { claimTopics, type TopicOwner, TopicsTaken } from '#stages/batch/adapters/ownership/topic-owner.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'

const times = { renewMs: 20, fenceMs: 200 }

describe('claimTopics', () => {
  const clock = flowingClockInEachTest()
  let folder: string
  let embedded: Embedded
  let owners: TopicOwner[]
  let isAway: boolean
  beforeEach(async () => {
    owners = []
    isAway = false
    embedded = await openEmbedded()
    folder = await mkdtemp(join(tmpdir(), 'owner-'))
  })
  afterEach(async () => {
    for (const owner of owners) owner.close()
    await embedded.close()
    await rm(folder, { recursive: true, force: true })
  })

  const away = async () => {
    if (isAway) throw unavailable('store')
  }
  const store = {
    claim: (...given: [string, string, number | null]) => away().then(() => embedded.store.claim(...given)),
    set: (...given: [string, string, number | null]) => away().then(() => embedded.store.set(...given)),
  }

  async function claim(name: string, { takeOver = '', topicPrefix = '' } = {}): Promise<TopicOwner> {
    const own = join(folder, name)
    await mkdir(own, { recursive: true })
    const owner = await claimTopics({ store, topicPrefix, folder: own, takeOver, logger: silentLog, times })
    owners.push(owner)
    return owner
  }

  const idIn = (error: unknown) => /([0-9a-f-]{36}) on /.exec(String(error))?.[1] ?? ''

  it('accepts one folder, whether its process runs or not, and tells another one where that folder is and what to do', async () => {
    const first = await claim('a')
    await first.confirm()
    const refused = await rejectionOf(claim('b'))
    expect(refused).to.be.instanceOf(TopicsTaken)
    expect(String(refused))
      .to.include(join(folder, 'a'))
      .and.include(`BATCH_TAKE_OVER=${idIn(refused)}`)
    first.close()
    expect(await rejectionOf(claim('b'))).to.be.instanceOf(TopicsTaken)
    await (await claim('a')).confirm()
  })

  it('separates topics with another prefix', async () => {
    await claim('a')
    await (await claim('b', { topicPrefix: 'x.' })).confirm()
  })

  it('takes over from the named owner only', async () => {
    const first = await claim('a')
    const id = idIn(await rejectionOf(claim('b')))
    expect(await rejectionOf(claim('b', { takeOver: `${id}x` }))).to.be.instanceOf(TopicsTaken)
    const second = await claim('b', { takeOver: id })
    await second.confirm()
    expect(await first.lost).to.be.instanceOf(TopicsTaken)
    expect(isUnavailable(await rejectionOf(first.confirm()))).to.equal(true)
    expect(await rejectionOf(claim('a'))).to.be.instanceOf(TopicsTaken)
    expect(await rejectionOf(claim('c', { takeOver: id }))).to.be.instanceOf(TopicsTaken)
  })

  it('goes back to one file from shards when told so, and forgets that there were any', async () => {
    await claim('a')
    const own = join(folder, 'a')
    await embedded.store.set(batchOwnerKey(''), JSON.stringify({ id: 'shards', run: 'shards' }), null)
    markMoved(own)
    const refused = await rejectionOf(claim('a'))
    expect(refused).to.be.instanceOf(TopicsTaken)
    expect(String(refused)).to.include('BATCH_TAKE_OVER=shards')
    expect(isMoved(own)).to.equal(true)
    await (await claim('a', { takeOver: 'shards' })).confirm()
    expect(isMoved(own)).to.equal(false)
    await (await claim('a')).confirm()
  })

  it('accepts the last of two processes on copies of one folder', async () => {
    const first = await claim('a')
    await cp(join(folder, 'a'), join(folder, 'copy'), { recursive: true })
    const second = await claim('copy')
    await second.confirm()
    await first.lost
    expect(isUnavailable(await rejectionOf(first.confirm()))).to.equal(true)
  })

  it('restores the claim in a store that lost it', async () => {
    await claim('a')
    await embedded.store.delete(batchOwnerKey(''))
    await eventually(async () => (await embedded.store.get(batchOwnerKey(''))) !== null)
    expect(await rejectionOf(claim('b'))).to.be.instanceOf(TopicsTaken)
  })

  it('rejects while the owner is unknown, and continues once it is known', async () => {
    const owner = await claim('a')
    await owner.confirm()
    isAway = true
    await clock.pass(times.fenceMs + times.renewMs)
    expect(isUnavailable(await rejectionOf(owner.confirm()))).to.equal(true)
    isAway = false
    await owner.confirm()
  })

  it('waits for an unavailable store at start', async () => {
    isAway = true
    const starting = claim('a')
    await clock.pass(50)
    isAway = false
    await (await starting).confirm()
  })
})
