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
import { smallLimitsContract } from './small-limits.ts'
import { ORIGIN, transportContract } from './transport.ts'
import { usageContract } from './usage.ts'

contract('contract over HTTP', () => ({ CORS_ORIGINS: ORIGIN }), [
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
const smallLimits = { QUEUE_LIMIT: '3', ANSWER_TIMEOUT_MS: '300', RENDER_MAX_PAGE_MB: '1' }
contract('contract over HTTP, with small limits', () => smallLimits, [smallLimitsContract])
