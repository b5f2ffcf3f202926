import { pageFailure } from '#shared/async/budget-exceeded.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { type Inspection, inspectionFromEvent, withTiming } from '#shared/messages/events/inspection.ts'
import { readPageRendered } from '#shared/messages/events/page-rendered.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import type { ScorePool } from './score.worker.ts'

export interface PerformancePorts {
  readonly scorePool: ScorePool
  readonly objects: ObjectStore
}

/** The handler that scores a lab measurement. */
export function performanceHandler({ scorePool, objects }: PerformancePorts): StageHandler {
  return {
    name: 'score',
    group: 'score-performance',
    input: 'page.rendered',
    accepts: () => true,
    concurrencyKeyOf: () => null,
    describe,
    async handle({ event, lane, signal }) {
      const { request, measurement } = readPageRendered(event, lane)
      const measured = await measurement(objects)
      const started = performance.now()
      const parameters = request.parameters as unknown as PerformanceParameters
      const { tenant = null } = request
      const task = { measurement: measured, parameters }
      const options = { tenant, isUrgent: lane === 'interactive', signal, moved: new Uint8Array() }
      const pending = scorePool.run('performance', task, options)
      const resultJson = await pending.catch((error: unknown) => {
        throw pageFailure(error, request.url, 'scored')
      })
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
