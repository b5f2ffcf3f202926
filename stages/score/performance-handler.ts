import { pageFailure } from '#shared/async/budget-exceeded.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { type Inspection, inspectionFromEvent, withTiming } from '#shared/messages/events/inspection.ts'
import { readPageRendered } from '#shared/messages/events/page-rendered.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { keepMeasuredVitals } from '#shared/store/measured-vitals.ts'
import type { ScorePool } from './score.worker.ts'

export interface PerformancePorts {
  readonly scorePool: ScorePool
  readonly objects: ObjectStore
  readonly store: Pick<KeyValues, 'set'>
}

/** The handler that scores a lab measurement, and keeps its vitals for audits of the same page. */
export function performanceHandler({ scorePool, objects, store }: PerformancePorts): StageHandler {
  return {
    name: 'score',
    group: 'score-performance',
    input: 'page.rendered',
    accepts: () => true,
    concurrencyKeyOf: () => null,
    describe,
    async handle({ event, lane, signal }) {
      const { request, measurement } = readPageRendered(event, lane)
      const material = await measurement(objects)
      const started = performance.now()
      const parameters = request.parameters as unknown as PerformanceParameters
      const { tenant = null } = request
      const task = { measurement: material, parameters }
      const options = { tenant, isUrgent: lane === 'interactive', signal, moved: new Uint8Array() }
      const pending = scorePool.run('performance', task, options)
      const { resultJson, measured } = await pending.catch((error: unknown) => {
        throw pageFailure(error, request.url, 'scored')
      })
      const { url, device } = parameters
      await keepMeasuredVitals(store, { tenant: request.tenant, url, device }, measured)
      return { inspection: withTiming(request, 'score', performance.now() - started), resultJson }
    },
  }
}

function describe(event: CloudEvent, lane: Lane): Inspection {
  try {
    return readPageRendered(event, lane).request
  } catch {
    return inspectionFromEvent(event, lane)
  }
}
