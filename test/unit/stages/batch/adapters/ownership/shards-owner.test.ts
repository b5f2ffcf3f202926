import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { batchOwnerKey } from '#shared/store/keys.ts'
import { claimForShards, type ShardsOwnerOptions } from '#stages/batch/adapters/ownership/shards-owner.ts'
import { type Owner, TopicsTaken } from '#stages/batch/adapters/ownership/topic-owner.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'

const file: Owner = { id: 'owner-of-a-file', run: 'r', host: 'h', folder: '/data/batches' }

describe('claimForShards', () => {
  let embedded: Embedded
  let folder: string
  beforeEach(async () => {
    embedded = await openEmbedded()
    folder = mkdtempSync(join(tmpdir(), 'shards-owner-'))
  })
  afterEach(async () => {
    await embedded.close()
    rmSync(folder, { recursive: true })
  })

  const claim = (more: Partial<ShardsOwnerOptions> = {}) =>
    claimForShards({
      ...{ store: embedded.store, topicPrefix: '', folder, takeOver: '' },
      logger: silentLog,
      ...more,
    })
  const setOwner = (owner: Owner) => embedded.store.set(batchOwnerKey(''), JSON.stringify(owner), null)
  const ownerId = async (prefix = '') =>
    (JSON.parse((await embedded.store.get(batchOwnerKey(prefix))) ?? 'null') as Owner | null)?.id

  it('is the owner together with the other batch parts', async () => {
    await claim()
    await claim()
    expect(await ownerId()).to.equal('shards')
  })

  it('leaves topics to a batch part with one file, and says which one it is and what to do', async () => {
    await setOwner(file)
    const refused = await rejectionOf(claim({ takeOver: 'another' }))
    expect(refused).to.be.instanceOf(TopicsTaken)
    expect(String(refused))
      .to.include('/data/batches')
      .and.include('on h,')
      .and.include('BATCH_TAKE_OVER=owner-of-a-file')
      .and.include('Start the one with that folder first')
    expect(await ownerId()).to.equal('owner-of-a-file')
    await claim({ topicPrefix: 'x.' })
    expect(await ownerId('x.')).to.equal('shards')
  })

  it('takes the topics over from the named owner', async () => {
    await setOwner(file)
    await claim({ takeOver: file.id })
    expect(await ownerId()).to.equal('shards')
    await claim()
  })

  const hadFile = (id: string) => writeFileSync(join(folder, 'owner-id'), id)

  it('goes on in the folder of the owner with one file, also at later starts', async () => {
    await setOwner(file)
    hadFile(file.id)
    expect(await claim()).to.equal(true)
    expect(await ownerId()).to.equal('shards')
    expect(await claim()).to.equal(true)
  })

  it('has no former file where the topics had no owner, or one whose batches are given up', async () => {
    expect(await claim()).to.equal(false)
    await setOwner(file)
    expect(await claim({ takeOver: file.id })).to.equal(false)
    hadFile(file.id)
    expect(await claim()).to.equal(false)
  })

  it('is refused in the folder of another owner with one file', async () => {
    await setOwner(file)
    hadFile('an-earlier-owner')
    expect(await rejectionOf(claim())).to.be.instanceOf(TopicsTaken)
    expect(await ownerId()).to.equal(file.id)
  })

  it('knows the folder although the store lost its data, before or after the move', async () => {
    hadFile(file.id)
    expect(await claim()).to.equal(true)
    await embedded.store.delete(batchOwnerKey(''))
    expect(await claim()).to.equal(true)
    expect(await ownerId()).to.equal('shards')
  })

  it('waits while the store is unavailable', async () => {
    await setOwner(file)
    const failures = [unavailable('store'), null, unavailable('store')]
    const reached = async () => {
      const failure = failures.shift()
      if (failure) throw failure
    }
    const store: ShardsOwnerOptions['store'] = {
      claim: (...given) => reached().then(() => embedded.store.claim(...given)),
      set: (...given) => reached().then(() => embedded.store.set(...given)),
    }
    await claim({ store, takeOver: file.id })
    expect(await ownerId()).to.equal('shards')
    expect(failures).to.deep.equal([])
  })
})
