import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { auditsContract } from './audits.ts'
import { bodiesContract } from './bodies.ts'
import { cachesContract } from './caches.ts'
import { contract } from './contract.ts'
import { errorsContract } from './errors.ts'
import { fieldsContract } from './fields.ts'
import { inspectionsContract } from './inspections.ts'
import { keysContract } from './keys.ts'
import { performancesContract } from './performances.ts'
import { publicPathsContract } from './public-paths.ts'
import { quotasContract } from './quotas.ts'
import { snapshotsContract } from './snapshots.ts'

/** The parts of the contract whose answers come through the log, the store or the object store. */
describe('on Kafka, Redis and MinIO', () => {
  const services = [sharedKafka(), ownRedis(), sharedMinio()]
  const env = () => Object.assign({}, ...services.map((service) => service.env))
  contract('contract over HTTP', env, [
    bodiesContract,
    fieldsContract,
    snapshotsContract,
    performancesContract,
    auditsContract,
    cachesContract,
    inspectionsContract,
    quotasContract,
    publicPathsContract,
    keysContract,
    errorsContract,
  ])
})
