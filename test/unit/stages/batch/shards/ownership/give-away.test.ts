import { expect } from 'chai'
import type { ShardOwner } from '#stages/batch/shards/directory/directory-entries.ts'
import { giveAway } from '#stages/batch/shards/ownership/give-away.ts'

const GRACE_MS = 8000

/** What happens in a process that stops, in order. `instances`: the owner of each shard. */
async function stepsWith(instances: readonly (string | null)[]): Promise<string[]> {
  const steps: string[] = []
  const ownerOf = (shard: number): ShardOwner | null => {
    const instance = instances[shard] ?? null
    return instance === null ? null : { shard, instance, address: 'host:1' }
  }
  const options = {
    owned: {
      save: async (graceMs: number) => void steps.push(`save within ${graceMs}`),
      handOver: async (graceMs: number) => {
        expect(graceMs).to.be.within(1, 0.75 * GRACE_MS)
        steps.push('hand over')
      },
    },
    directory: { owner: ownerOf },
    count: instances.length,
    instance: 'own',
    leave: async () => void steps.push('leave'),
    onLeaving: () => void steps.push('leaving'),
  }
  await giveAway(options, GRACE_MS)
  return steps
}

describe('giveAway', () => {
  it('stores the shards before others get them, and has them work on until then', async () => {
    expect(await stepsWith(['own', 'other'])).to.deep.equal([
      'save within 2000',
      'leaving',
      'leave',
      'hand over',
    ])
  })

  it('waits for nobody where there are no others', async () => {
    expect(await stepsWith(['own', 'own'])).to.deep.equal(['save within 2000'])
    expect(await stepsWith([null, 'own'])).to.deep.equal(['save within 2000'])
  })
})
