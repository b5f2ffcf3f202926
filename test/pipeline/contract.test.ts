import { auditCallsContract } from './contract/audit-calls.ts'
import { auditFailuresContract } from './contract/audit-failures.ts'
import { auditsContract } from './contract/audits.ts'
import { bodiesContract } from './contract/bodies.ts'
import { cachesContract } from './contract/caches.ts'
import { type ContractFixture, makeContractFixture } from './contract/contract-fixture.ts'
import { errorsContract } from './contract/errors.ts'
import { fieldsContract } from './contract/fields.ts'
import { inspectionsContract } from './contract/inspections.ts'
import { keysContract } from './contract/keys.ts'
import { orderContract } from './contract/order.ts'
import { parametersContract } from './contract/parameters.ts'
import { performanceCallsContract } from './contract/performance-calls.ts'
import { performanceFailuresContract } from './contract/performance-failures.ts'
import { performancesContract } from './contract/performances.ts'
import { publicPathsContract } from './contract/public-paths.ts'
import { quotasContract } from './contract/quotas.ts'
import { smallLimitsContract } from './contract/small-limits.ts'
import { snapshotFailuresContract } from './contract/snapshot-failures.ts'
import { snapshotsContract } from './contract/snapshots.ts'
import { targetsContract } from './contract/targets.ts'
import { ORIGIN, transportContract } from './contract/transport.ts'

/**
 * Every operation, parameter, bound, default, enumeration and error of the contract, over real HTTP against the whole
 * service. The expected values are written by hand from infra/docs/contract.md. Besides, every answer is validated
 * against the OpenAPI document of the service.
 */
function contract(
  name: string,
  env: Readonly<Record<string, string>>,
  suites: ((fixture: ContractFixture) => void)[],
): void {
  describe(name, function () {
    this.timeout(30_000)
    const fixture = makeContractFixture()
    before('start the service', async function () {
      this.timeout(60_000)
      await fixture.open(env)
    })
    after('stop the service', () => fixture.close())
    for (const suite of suites) suite(fixture)
  })
}

contract('contract over HTTP', { CORS_ORIGINS: ORIGIN }, [
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
contract('contract over HTTP, with small limits', smallLimits, [smallLimitsContract])
