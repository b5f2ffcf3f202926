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
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  const claim = (more: Partial<ShardsOwnerOptions> = {}) =>
    claimForShards({ store: embedded.store, topicPrefix: '', takeOver: '', logger: silentLog, ...more })
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
