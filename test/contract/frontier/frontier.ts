import { frontierBatchListsContract } from './batch-lists.ts'
import { frontierBatchStatesContract } from './batch-states.ts'
import { frontierCompletionsContract } from './completions.ts'
import { frontierDeferredRequestsContract } from './deferred-requests.ts'
import { frontierDispatchesContract } from './dispatches.ts'
import { frontierOfEachTest, type OpenFrontier } from './frontier-fixture.ts'
import { frontierItemsContract } from './items.ts'
import { frontierLeasesContract } from './leases.ts'
import { frontierResultsContract } from './results.ts'
import { frontierSubmissionsContract } from './submissions.ts'
import { frontierUnusedQuotasContract } from './unused-quotas.ts'

/**
 * The contract of every Frontier, and of the result lines of its batches. The numbers of items are unique within
 * their batch and need not be dense. The numbers of result lines are dense from 1.
 */
export function frontierContract(name: string, open: OpenFrontier): void {
  describe(`Frontier contract: ${name}`, () => {
    const store = frontierOfEachTest(open)
    frontierSubmissionsContract(store)
    frontierItemsContract(store)
    frontierDispatchesContract(store)
    frontierLeasesContract(store)
    frontierCompletionsContract(store)
    frontierBatchStatesContract(store)
    frontierBatchListsContract(store)
    frontierUnusedQuotasContract(store)
    frontierDeferredRequestsContract(store)
    frontierResultsContract(store)
  })
}
