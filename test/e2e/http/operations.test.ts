import { workerService } from '#test/support/service/worker-service.ts'
import { auditCallsContract } from './audit-calls.ts'
import { auditFailuresContract } from './audit-failures.ts'
import { auditsContract } from './audits.ts'
import { contract } from './contract.ts'
import { fieldsContract } from './fields.ts'
import { parametersContract } from './parameters.ts'
import { performanceCallsContract } from './performance-calls.ts'
import { performanceFailuresContract } from './performance-failures.ts'
import { performancesContract } from './performances.ts'
import { snapshotFailuresContract } from './snapshot-failures.ts'
import { snapshotsContract } from './snapshots.ts'
import { targetsContract } from './targets.ts'

contract('contract of the operations over HTTP', workerService, [
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
])
