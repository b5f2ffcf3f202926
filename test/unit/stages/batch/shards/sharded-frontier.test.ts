import { frontierBatchListsContract } from '#test/contract/frontier/batch-lists.ts'
import { frontierBatchStatesContract } from '#test/contract/frontier/batch-states.ts'
import { frontierCompletionsContract } from '#test/contract/frontier/completions.ts'
import { frontierOfEachTest } from '#test/contract/frontier/frontier-fixture.ts'
import { frontierItemsContract } from '#test/contract/frontier/items.ts'
import { frontierResultsContract } from '#test/contract/frontier/results.ts'
import { frontierSubmissionsContract } from '#test/contract/frontier/submissions.ts'
import { frontierUnusedQuotasContract } from '#test/contract/frontier/unused-quotas.ts'
import { openShardedFixture } from './sharded-fixture.ts'

/** Dispatches and leases are local: they are not in the log. */
describe('Frontier contract: 2 shards, replayed from the log alone', () => {
  const store = frontierOfEachTest((options) => openShardedFixture(options, { count: 2, isReplayed: true }))
  frontierSubmissionsContract(store)
  frontierItemsContract(store)
  frontierCompletionsContract(store)
  frontierBatchStatesContract(store)
  frontierBatchListsContract(store)
  frontierUnusedQuotasContract(store)
  frontierResultsContract(store)
})
