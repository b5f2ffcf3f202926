import type { Operation } from '#shared/errors.ts'
import { withTiming } from '#shared/messages/inspection.ts'
import { readRequest, requestOutline } from '#shared/messages/inspection-requested.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type { Step } from '#shared/pipeline/stage.ts'
import type { RobotsGate } from './robots-gate.ts'
import { type SnapshotPorts, takeSnapshot } from './snapshot.ts'

export interface RenderPorts extends Omit<SnapshotPorts, 'mayShow'> {
  readonly robots: RobotsGate
}

/** What needs a browser. */
const rendered: ReadonlySet<Operation> = new Set<Operation>(['snapshot'])

/** The stage that shows a page in a browser and captures it. */
export function renderStep(ports: RenderPorts): Step {
  return {
    name: 'render',
    input: 'inspection.requested',
    takes: (operation) => operation !== null && rendered.has(operation),
    keyOf: (event, lane) => (lane === 'batch' ? hostKey(requestOutline(event, lane).url) : null),
    outline: requestOutline,
    async handle({ event, lane, signal }) {
      const request = readRequest(event, lane)
      const started = performance.now()
      await ports.robots.enter(request.url, request)
      const mayShow = (url: string) => ports.robots.enter(url, request)
      const result = await takeSnapshot({ ...ports, mayShow }, request, signal)
      return {
        inspection: withTiming(request, 'render', performance.now() - started),
        resultJson: JSON.stringify(result),
      }
    },
  }
}
