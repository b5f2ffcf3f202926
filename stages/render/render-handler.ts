import type { LoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import type { Operation } from '#shared/errors.ts'
import {
  describeRequest,
  type InspectionRequested,
  parseRequest,
} from '#shared/messages/events/inspection-requested.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import { type HostGroups, singleHostGroups } from '#shared/politeness/host-groups.ts'
import type { HostRateLimiter } from '#shared/politeness/host-rate-limiter.ts'
import { waitingKeyOf, workOf } from '#shared/politeness/own/work-of-item.ts'
import type { StageHandler, StageResult } from '#shared/stage/stage-handler.ts'
import { type MeasurePorts, renderMeasurement } from './lab/measure.ts'
import { makeFinalUrlPolicy } from './policy/final-url-policy.ts'
import { type RenderTabs, visitPolitely } from './policy/polite-visit.ts'
import type { RobotsGuard } from './policy/robots-guard.ts'
import { renderSnapshot, type SnapshotPorts } from './snapshot.ts'

export interface RenderPorts
  extends Omit<SnapshotPorts, 'admitFinalUrl' | 'tabs'>,
    Omit<MeasurePorts, 'admitFinalUrl' | 'tabs'> {
  readonly tabs: RenderTabs
  readonly robots: RobotsGuard
  /** For the batch lane. */
  readonly turns: HostRateLimiter
  /** Hosts that share one rate limit; default: each host has its own. */
  readonly units?: HostGroups
  /** Receives the durations of interactive work. */
  readonly load: Pick<LoadTracker, 'recordDuration'>
}

/** How the stage does one operation. */
type Renderer = (
  ports: RenderPorts & Pick<SnapshotPorts, 'admitFinalUrl'>,
  request: InspectionRequested,
  visit: { readonly signal: AbortSignal; readonly started: number },
) => Promise<StageResult>

/** The handler of the render stage: loads a page in a browser, within the rules of its site, and captures or measures it. */
export function renderHandler(ports: RenderPorts): StageHandler {
  const { units = singleHostGroups } = ports
  const finalUrlPolicy = makeFinalUrlPolicy(ports.robots, units)
  return {
    name: 'render',
    input: 'inspection.requested',
    accepts: (operation) => operation !== null && isRendered(operation),
    isExclusive: isMeasured,
    concurrencyKeyOf: (event, lane) =>
      lane === 'batch' ? waitingKeyOf(describeRequest(event, lane), units) : null,
    describe: describeRequest,
    async handle({ event, lane, signal }) {
      const request = parseRequest(event, lane)
      const started = performance.now()
      const { crawlDelayMs } = await finalUrlPolicy.admitRequest(request)
      const admitFinalUrl = (url: string) => finalUrlPolicy.admitFinalUrl(url, request, signal)
      const render: Renderer = isMeasured(request.operation) ? renderMeasurement : renderSnapshot
      const renderIn = (tabs: RenderTabs) =>
        render({ ...ports, tabs, admitFinalUrl }, request, { signal, started })
      if (lane === 'interactive') return recordingDuration(ports.load, request, renderIn(ports.tabs), started)
      const host = { url: request.url, partOf: workOf(request), crawlDelayMs }
      return visitPolitely(ports.turns, host, ports.tabs, renderIn)
    },
  }
}

function isMeasured(operation: Operation): boolean {
  return operation === 'performance'
}

function recordingDuration(
  load: RenderPorts['load'],
  { operation }: InspectionRequested,
  rendering: Promise<StageResult>,
  started: number,
): Promise<StageResult> {
  const kind = isMeasured(operation) ? 'alone' : 'together'
  return rendering.finally(() => load.recordDuration(kind, performance.now() - started))
}
