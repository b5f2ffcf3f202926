import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { adminKeysContract } from './admin-keys.ts'
import { bodiesContract } from './bodies.ts'
import { cachesContract } from './caches.ts'
import { contract } from './contract.ts'
import { earlierAuditsContract } from './earlier-audits.ts'
import { errorsContract } from './errors.ts'
import { historyContract } from './history.ts'
import { inspectionsContract } from './inspections.ts'
import { keysContract } from './keys.ts'
import { publicPathsContract } from './public-paths.ts'
import { quotasContract } from './quotas.ts'
import { usageContract } from './usage.ts'

/** The parts of the contract that the log, the store and the object store decide: calls, caches, quotas, keys. */
describe('on Kafka, Redis and MinIO', () => {
  const services = [sharedKafka(), ownRedis(), sharedMinio()]
  const env = () => Object.assign({}, ...services.map((service) => service.env))
  contract('contract over HTTP', env, [
    bodiesContract,
    cachesContract,
    inspectionsContract,
    historyContract,
    quotasContract,
    publicPathsContract,
    keysContract,
    adminKeysContract,
    usageContract,
    earlierAuditsContract,
    errorsContract,
  ])
})
