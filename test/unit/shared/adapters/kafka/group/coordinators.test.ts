import { expect } from 'chai'
import type { MetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { isOfMembership, openCoordinators } from '#shared/adapters/kafka/group/coordinators.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { refuse } from '../fake-group.ts'
import { settingsFor } from '../settings-for.ts'

/** Kafka protocol, "Error Codes". */
const [NOT_COORDINATOR, REBALANCE] = [16, 27]

describe('openCoordinators', () => {
  let searches: number
  const open = () =>
    openCoordinators(
      { askAny: async () => ({ nodeId: 1, host: 'h', port: ++searches }) } as unknown as MetadataCache,
      settingsFor({ address: 'h:1' }),
    )
  beforeEach(() => {
    searches = 0
  })

  it('finds the coordinator of a group once, and again when another broker may be it', async () => {
    const coordinators = open()
    const use = (code: number) => coordinators.use('g', async () => refuse(code)())
    await use(0)
    const rebalance = await rejectionOf(use(REBALANCE))
    expect([searches, isOfMembership(rebalance)]).to.deep.equal([1, true])
    const moved = await rejectionOf(use(NOT_COORDINATOR))
    await use(0)
    expect([searches, isOfMembership(moved)]).to.deep.equal([2, false])
    await coordinators.close()
  })
})
