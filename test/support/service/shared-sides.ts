import type { Suite } from 'mocha'
import type { Side } from './both-sides.ts'
import { type OpenSharedService, workerRealService, workerService } from './worker-service.ts'

const TIMEOUT_MS = 120_000

type Define = (this: Suite, open: OpenSharedService, side: Side) => void

const services: Readonly<Record<Side, { named: string; provide: () => OpenSharedService }>> = {
  embedded: { named: 'on the embedded adapters', provide: () => workerService },
  real: { named: 'on Kafka, Redis and MinIO', provide: workerRealService },
}

/** Defines a suite for each side, on the services that the files of this worker share. */
export function onShared(sides: readonly Side[], title: string, define: Define): void {
  for (const side of sides) {
    const { named, provide } = services[side]
    describe(`${title}, ${named}`, function () {
      this.timeout(TIMEOUT_MS)
      define.call(this, provide(), side)
    })
  }
}

export function onBothShared(title: string, define: Define): void {
  onShared(['embedded', 'real'], title, define)
}
