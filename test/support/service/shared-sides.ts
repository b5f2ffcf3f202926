import type { Suite } from 'mocha'
import type { Side } from './both-sides.ts'
import {
  type OpenSharedService,
  workerRealService,
  workerService,
  workerShardsService,
} from './worker-service.ts'

const TIMEOUT_MS = 120_000

type Define = (this: Suite, open: OpenSharedService, side: Side) => void

/** Defines a suite twice: on the two services that the files of this worker share. */
export function onBothShared(title: string, define: Define): void {
  onShared(`${title}, on the embedded adapters`, 'embedded', () => workerService, define)
  onShared(`${title}, on Kafka, Redis and MinIO`, 'real', workerRealService, define)
}

/** Defines a suite on both, and on a third one with the frontier in shards. */
export function onAllShared(title: string, define: Define): void {
  onBothShared(title, define)
  onShared(`${title}, with the frontier in shards`, 'shards', workerShardsService, define)
}

function onShared(title: string, side: Side, provide: () => OpenSharedService, define: Define): void {
  describe(title, function () {
    this.timeout(TIMEOUT_MS)
    define.call(this, provide(), side)
  })
}
