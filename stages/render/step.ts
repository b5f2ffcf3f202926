import type { LoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import type { Operation } from '#shared/errors.ts'
import { withTiming } from '#shared/messages/events/inspection.ts'
import {
  describeRequest,
  type InspectionRequested,
  parseRequest,
} from '#shared/messages/events/inspection-requested.ts'
import { pageRenderedRecord } from '#shared/messages/events/page-rendered.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import { encodeStatus } from '#shared/messages/payloads/site-facts-text.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import { type HostGroups, singleHostGroups } from '#shared/politeness/host-groups.ts'
import type { HostRateLimiter } from '#shared/politeness/host-rate-limiter.ts'
import { waitingKeyOf, workOf } from '#shared/politeness/own/work-of-item.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'
import type { StageHandler, StageResult } from '#shared/stage/stage-handler.ts'
import { hidesPage } from '#shared/web/html/bot-challenge.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { type MeasurePorts, measure } from './lab/measure.ts'
import { makeFinalUrlPolicy } from './policy/final-url-policy.ts'
import { type RenderTabs, visitPolitely } from './policy/polite-visit.ts'
import type { RobotsGuard } from './policy/robots-guard.ts'
import { type SnapshotPorts, takeSnapshot } from './snapshot.ts'
import type { VisitedPage } from './visit/visit.ts'

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

/** The handler of the render stage: loads a page in a browser, and captures or measures it. */
export function renderStep(ports: RenderPorts): StageHandler {
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
      const render = isMeasured(request.operation) ? measurePage : capturePage
      const renderIn = (tabs: RenderTabs) =>
        render({ ...ports, tabs, admitFinalUrl }, request, signal, started)
      if (lane === 'batch')
        return visitPolitely(
          ports.turns,
          { url: request.url, partOf: workOf(request), crawlDelayMs },
          ports.tabs,
          renderIn,
        )
      return renderIn(ports.tabs).finally(() => {
        ports.load.recordDuration(
          isMeasured(request.operation) ? 'alone' : 'together',
          performance.now() - started,
        )
      })
    },
  }
}

function isMeasured(operation: Operation): boolean {
  return operation === 'performance'
}

type RenderOperation = (
  ports: RenderPorts & Pick<SnapshotPorts, 'admitFinalUrl'>,
  request: InspectionRequested,
  signal: AbortSignal,
  started: number,
) => Promise<StageResult>

const capturePage: RenderOperation = async (ports, request, signal, started) => {
  const { result, blocked, visited } = await takeSnapshot(ports, request, signal)
  const resultJson = JSON.stringify(result)
  return {
    inspection: withRenderTiming(request, started),
    resultJson,
    blocked,
    storedBytes: result.size_bytes,
    siteFacts:
      isItemId(request.id) && !hidesPage(blocked, visited.status)
        ? statusFactsOf(request.url, visited)
        : null,
  }
}

/** What a report on the site learns of a page from its picture: the status, unless that is the status at the end of redirects. */
function statusFactsOf(url: string, { status, finalUrl }: VisitedPage): string | null {
  const isOwn = withoutFragment(finalUrl) === withoutFragment(new URL(url).href)
  return status !== null && (isOwn || status >= 400) ? encodeStatus(status) : null
}

/** The score stage rates the measurement. */
const measurePage: RenderOperation = async (ports, request, signal, started) => {
  const measurement = await measure(ports, request, signal)
  const put = putWithRetry(ports.objects, { lane: request.lane, signal })
  return { next: [await pageRenderedRecord(put, withRenderTiming(request, started), measurement)] }
}

function withRenderTiming(request: InspectionRequested, started: number): InspectionRequested {
  return { ...request, timing: withTiming(request, 'render', performance.now() - started).timing }
}
