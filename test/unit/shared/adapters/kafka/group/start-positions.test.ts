import { expect } from 'chai'
import { epochKey, resolveStarts } from '#shared/adapters/kafka/group/start-positions.ts'

/** Every earlier epoch of `t`/0 ended at 12. */
const epochEnds = async () => new Map([['t/0', 12]])

describe('resolveStarts', () => {
  const bounds = { topic: 't', partition: 0, log: 'id', oldest: 0, end: 20 }
  const committed = { log: 'id', offset: 15, metadata: 'm' }
  const partition = { bounds: { ...bounds, committed }, epoch: 3, committedEpoch: 3 }
  const noHistory = () => ({ delivered: new Map<string, number>(), fetched: new Map<string, number>() })

  async function startOf(given: typeof partition, history = noHistory()) {
    const [start] = await resolveStarts([given], history, epochEnds)
    return start
  }

  it('starts at the committed offset in the same leader epoch', async () => {
    const start = await startOf(partition)
    expect(start?.position).to.deep.equal({ topic: 't', partition: 0, offset: 15, metadata: 'm' })
    expect(start?.bounds).to.include({ committedTo: 20, givenTo: 20 })
  })

  it('starts at the truncation if the log lost its tail after the commit', async () => {
    const start = await startOf({ ...partition, committedEpoch: 1 })
    expect(start?.position).to.deep.equal({ topic: 't', partition: 0, offset: 12, metadata: '' })
    expect(start?.bounds).to.include({ committedTo: 12, givenTo: 20 })
  })

  it('reports the truncation since the last delivery', async () => {
    const history = noHistory()
    history.delivered.set(epochKey(bounds), 2)
    expect((await startOf(partition, history))?.bounds).to.include({ committedTo: 20, givenTo: 12 })
  })

  it('uses the epoch of fetched records if the broker tells an older one', async () => {
    const history = noHistory()
    history.fetched.set(epochKey(bounds), 4)
    expect((await startOf(partition, history))?.epoch).to.equal(4)
    expect((await startOf({ ...partition, committedEpoch: 3 }, history))?.bounds.committedTo).to.equal(12)
  })
})
