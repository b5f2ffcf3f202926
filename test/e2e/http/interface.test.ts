import { workerService } from '#test/support/service/worker-service.ts'
import { adminKeysContract } from './admin-keys.ts'
import { bodiesContract } from './bodies.ts'
import { cachesContract } from './caches.ts'
import { contract } from './contract.ts'
import { earlierAuditsContract } from './earlier-audits.ts'
import { errorsContract } from './errors.ts'
import { historyContract } from './history.ts'
import { inspectionsContract } from './inspections.ts'
import { keysContract } from './keys.ts'
import { orderContract } from './order.ts'
import { publicPathsContract } from './public-paths.ts'
import { quotasContract } from './quotas.ts'
import { transportContract } from './transport.ts'
import { usageContract } from './usage.ts'

contract('contract over HTTP', workerService, [
  orderContract,
  bodiesContract,
  cachesContract,
  inspectionsContract,
  historyContract,
  quotasContract,
  transportContract,
  publicPathsContract,
  keysContract,
  adminKeysContract,
  usageContract,
  earlierAuditsContract,
  errorsContract,
])
