import { frontierBatchListsContract } from './batch-lists.ts'
import { frontierBatchStatesContract } from './batch-states.ts'
import { frontierCompletionsContract } from './completions.ts'
import { frontierDeferredRequestsContract } from './dispatch/deferred-requests.ts'
import { frontierDispatchesContract } from './dispatch/dispatches.ts'
import { frontierLeasesContract } from './dispatch/leases.ts'
import { frontierOfEachTest, type OpenFrontier } from './frontier-fixture.ts'
import { frontierItemsContract } from './items.ts'
import { frontierResultsContract } from './results.ts'
import { frontierLinesContract } from './submissions/lines.ts'
import { frontierOpenBatchesContract } from './submissions/open-batches.ts'
import { frontierSubmissionsContract } from './submissions/submissions.ts'
import { frontierUnusedQuotasContract } from './unused-quotas.ts'

/**
 * The contract of every Frontier, and of the result lines of its batches. The numbers of items are unique within
 * their batch and need not be dense. The numbers of result lines are dense from 1.
 */
export function frontierContract(name: string, open: OpenFrontier): void {
  describe(`Frontier contract: ${name}`, () => {
    const store = frontierOfEachTest(open)
    frontierSubmissionsContract(store)
    frontierLinesContract(store)
    frontierOpenBatchesContract(store)
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
