import { workerRealService } from '#test/support/service/worker-service.ts'
import { adminKeysContract } from './admin-keys.ts'
import { cachesContract } from './caches.ts'
import { contract } from './contract.ts'
import { earlierAuditsContract } from './earlier-audits.ts'
import { historyContract } from './history.ts'
import { inspectionsContract } from './inspections.ts'
import { keysContract } from './keys.ts'
import { quotasContract } from './quotas.ts'
import { usageContract } from './usage.ts'

/** The parts of the contract that the log, the store and the object store decide: calls, caches, quotas, keys. */
describe('on Kafka, Redis and MinIO', () => {
  contract('contract over HTTP', workerRealService(), [
    cachesContract,
    inspectionsContract,
    historyContract,
    quotasContract,
    keysContract,
    adminKeysContract,
    usageContract,
    earlierAuditsContract,
  ])
})
