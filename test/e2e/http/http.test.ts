import { auditCallsContract } from './audit-calls.ts'
import { auditFailuresContract } from './audit-failures.ts'
import { auditsContract } from './audits.ts'
import { bodiesContract } from './bodies.ts'
import { cachesContract } from './caches.ts'
import { contract } from './contract.ts'
import { errorsContract } from './errors.ts'
import { fieldsContract } from './fields.ts'
import { inspectionsContract } from './inspections.ts'
import { keysContract } from './keys.ts'
import { orderContract } from './order.ts'
import { parametersContract } from './parameters.ts'
import { performanceCallsContract } from './performance-calls.ts'
import { performanceFailuresContract } from './performance-failures.ts'
import { performancesContract } from './performances.ts'
import { publicPathsContract } from './public-paths.ts'
import { quotasContract } from './quotas.ts'
import { smallLimitsContract } from './small-limits.ts'
import { snapshotFailuresContract } from './snapshot-failures.ts'
import { snapshotsContract } from './snapshots.ts'
import { targetsContract } from './targets.ts'
import { ORIGIN, transportContract } from './transport.ts'

contract('contract over HTTP', () => ({ CORS_ORIGINS: ORIGIN }), [
  orderContract,
  bodiesContract,
  parametersContract,
  targetsContract,
  fieldsContract,
  snapshotsContract,
  snapshotFailuresContract,
  performanceCallsContract,
  performancesContract,
  performanceFailuresContract,
  auditCallsContract,
  auditsContract,
  auditFailuresContract,
  cachesContract,
  inspectionsContract,
  quotasContract,
  transportContract,
  publicPathsContract,
  keysContract,
  errorsContract,
])
const smallLimits = { QUEUE_LIMIT: '3', ANSWER_TIMEOUT_MS: '300', RENDER_MAX_PAGE_MB: '1' }
contract('contract over HTTP, with small limits', () => smallLimits, [smallLimitsContract])
