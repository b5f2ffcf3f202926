import { randomUUID } from 'node:crypto'
import { OWN_NETWORKS } from '#test/support/sites/own-network.ts'
import { siteNames } from '#test/support/sites/site-names.ts'
import { atWorkerEnd } from '#test/support/worker/at-worker-end.ts'
import { withConstants } from './constants/with-constants.ts'
import { freshDatabase } from './databases.ts'
import { makeKey, revokeKey } from './keys.ts'
import {
  type Env,
  openEmbeddedService,
  openRealService,
  type ServiceFixture,
  type UsedService,
} from './service-fixture.ts'
import { workerServices } from './services.ts'

/** A service with an owner of the file's own: nobody else has its key, its quotas, its batches and its inspections. */
export type OpenSharedService = () => Promise<UsedService>

/** Web origin whose pages may call the shared service. */
export const SHARED_ORIGIN = 'https://app.example'

/** Limit of a JSON body of a batch: so small that one can be larger. */
export const SHARED_JSON_BYTES = 100_000
/** A busy machine ends no work and no call: a file about one of these limits has a service of its own. */
const UNLIMITED_MS = 60_000
/**
 * What most files need. Named sites are at 127.0.0.2, all others at addresses of their own (`openOwnSite`): the rest of
 * loopback is refused, as it is to any client.
 */
const settings: Env = {
  ANSWER_TIMEOUT_MS: String(UNLIMITED_MS),
  FETCH_TIMEOUT_MS: String(UNLIMITED_MS),
  BATCH_HOST_CONCURRENCY: '8',
  BATCH_HOST_DELAY_MS: '0',
  CORS_ORIGINS: SHARED_ORIGIN,
  STORED_MB_FREE: '1',
  EGRESS_ALLOW: `127.0.0.2/31:*,${OWN_NETWORKS}:*`,
  EGRESS_HOSTS: Object.values(siteNames).join(),
}
const launch = {
  isShared: true,
  command: withConstants({
    'stages/extract/main.ts': { PARSE_MS: UNLIMITED_MS },
    'stages/score/main.ts': { JUDGE_MS: UNLIMITED_MS },
    'gateway/routes/batches/submission/submit.ts': { MAX_JSON_BYTES: SHARED_JSON_BYTES },
  }),
}
/** What of the log of a service that ended a file shows, in characters. */
const SHOWN_LOG = 4000

/** Opens the service on the embedded adapters that all files of this worker share, started by the first of them. */
export const workerService = shared(() => openEmbeddedService(settings, launch))

const real = realService()

/** The same on Kafka, Redis and MinIO, for the suite that calls this: without them, the suite is skipped. */
export const workerRealService = (): OpenSharedService => real()

/** Each start is another installation on the same servers: what an ended one left there stays. */
function realService(): () => OpenSharedService {
  const provided = workerServices()
  const open = shared(async () => {
    const apart = {
      KAFKA_TOPIC_PREFIX: `test-${randomUUID()}.`,
      S3_BUCKET: `test-${randomUUID()}`,
      POSTGRES_URL: await freshDatabase(provided.env.POSTGRES_URL ?? ''),
    }
    return openRealService({ ...settings, ...provided.env, ...apart }, launch)
  })
  return () => {
    provided.forSuite()
    return open
  }
}

interface Started {
  readonly fixture: ServiceFixture
  /** The exit code, once it has ended. */
  code: number | null | undefined
}

/** Starts it once, and again for the next file when it has ended. */
function shared(start: () => Promise<ServiceFixture>): OpenSharedService {
  let current: Promise<Started> | null = null
  return async () => {
    current ??= started(start)
    const known = await current
    if (known.code !== undefined) current = started(start)
    return usedBy(await current)
  }
}

async function started(start: () => Promise<ServiceFixture>): Promise<Started> {
  const fixture = await start()
  const one: Started = { fixture, code: undefined }
  void fixture.service.ended.then((code) => {
    one.code = code
  })
  atWorkerEnd(fixture.close)
  return one
}

async function usedBy(one: Started): Promise<UsedService> {
  const { fixture } = one
  const { url } = fixture
  const made: string[] = []
  async function make(about?: object): Promise<string> {
    const key = await makeKey(url, about)
    made.push(key)
    return key
  }
  return {
    ...fixture,
    key: await make({ admin: true }),
    makeKey: make,
    async close() {
      if (one.code === undefined) return void (await Promise.all(made.map((key) => revokeKey(url, key))))
      const log = fixture.service.stderr().slice(-SHOWN_LOG)
      throw new Error(`The service that files share ended with ${one.code} while this one used it: ${log}`)
    },
  }
}
