import { rm } from 'node:fs/promises'
import type { Suite } from 'mocha'
import { freshFolder } from '#infra/services/process.ts'
import { type OpenServiceFixture, openEmbeddedService, openRealService } from './service-fixture.ts'
import { endAllServices } from './service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from './services.ts'

/** What holds the data of the service: its own files; or Kafka, Redis and MinIO. */
export type Side = 'embedded' | 'real'

const TIMEOUT_MS = 120_000

/**
 * Defines a suite twice: on the embedded adapters, and on Kafka, Redis and MinIO. All services that `open` starts in the
 * suite share its topics, its Redis, its bucket and its folder, and end with it.
 */
export function onBothSides(
  title: string,
  define: (this: Suite, open: OpenServiceFixture, side: Side) => void,
): void {
  describe(`${title}, on the embedded adapters`, function () {
    this.timeout(TIMEOUT_MS)
    after(endAllServices)
    define.call(this, openEmbeddedService, 'embedded')
  })
  describe(`${title}, on Kafka, Redis and MinIO`, function () {
    onRealServices.call(this, define)
  })
}

function onRealServices(
  this: Suite,
  define: (this: Suite, open: OpenServiceFixture, side: Side) => void,
): void {
  this.timeout(TIMEOUT_MS)
  const services = [sharedKafka(), ownRedis(), sharedMinio(), sharedPostgres()]
  let folder: string
  before(async () => {
    // The batches of a part are in its folder.
    folder = await freshFolder('service')
  })
  after(async () => {
    await endAllServices()
    await rm(folder, { recursive: true, force: true })
  })
  const open: OpenServiceFixture = (env = {}) =>
    openRealService(Object.assign({ DATA_DIR: folder }, ...services.map((service) => service.env), env))
  define.call(this, open, 'real')
}
