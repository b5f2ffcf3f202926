import type { Operation } from '#shared/errors.ts'
import { withTiming } from '#shared/messages/inspection.ts'
import {
  type InspectionRequested,
  readRequest,
  requestOutline,
} from '#shared/messages/inspection-requested.ts'
import { pageRenderedRecord } from '#shared/messages/page-rendered.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import type { Effect } from '#shared/pipeline/effect.ts'
import type { Load } from '#shared/pipeline/load.ts'
import { patientPut } from '#shared/pipeline/patient-put.ts'
import type { Step } from '#shared/pipeline/stage.ts'
import type { HostTurns } from '#shared/politeness/host-turns.ts'
import { hostUnits, type PoliteUnits } from '#shared/politeness/polite-units.ts'
import { type MeasurePorts, measure } from './lab/measure.ts'
import { makeFinalUrlPolicy } from './policy/final-url-policy.ts'
import { type RenderTabs, visitPolitely } from './policy/polite-visit.ts'
import type { RobotsGuard } from './policy/robots-guard.ts'
import { type SnapshotPorts, takeSnapshot } from './snapshot.ts'

export interface RenderPorts
  extends Omit<SnapshotPorts, 'admitFinalUrl' | 'tabs'>,
    Omit<MeasurePorts, 'admitFinalUrl' | 'tabs'> {
  readonly tabs: RenderTabs
  readonly robots: RobotsGuard
  /** Of the batch lane. */
  readonly turns: HostTurns
  /** Who takes turns together there; default: each host for itself. */
  readonly units?: PoliteUnits
  /** Is told how long interactive work took. */
  readonly load: Pick<Load, 'took'>
}

/** The stage that shows a page in a browser, and captures or measures it. */
export function renderStep(ports: RenderPorts): Step {
  const { units = hostUnits } = ports
  const finalUrlPolicy = makeFinalUrlPolicy(ports.robots, units)
  return {
    name: 'render',
    input: 'inspection.requested',
    takes: (operation) => operation !== null && isRendered(operation),
    isAlone: isMeasured,
    keyOf: (event, lane) => (lane === 'batch' ? units.known(requestOutline(event, lane).url) : null),
    outline: requestOutline,
    async handle({ event, lane, signal }) {
      const request = readRequest(event, lane)
      const started = performance.now()
      const { crawlDelayMs } = await finalUrlPolicy.admitRequest(request)
      const admitFinalUrl = (url: string) => finalUrlPolicy.admitFinalUrl(url, request, signal)
      const render = isMeasured(request.operation) ? measurePage : capturePage
      const renderIn = (tabs: RenderTabs) =>
        render({ ...ports, tabs, admitFinalUrl }, request, signal, started)
      if (lane === 'batch')
        return visitPolitely(ports.turns, { url: request.url, crawlDelayMs }, ports.tabs, renderIn)
      return renderIn(ports.tabs).finally(() => {
        ports.load.took(isMeasured(request.operation) ? 'alone' : 'together', performance.now() - started)
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
) => Promise<Effect>

const capturePage: RenderOperation = async (ports, request, signal, started) => {
  const { result, blocked } = await takeSnapshot(ports, request, signal)
  const resultJson = JSON.stringify(result)
  return {
    inspection: withRenderTiming(request, started),
    resultJson,
    blocked,
    storedBytes: result.size_bytes,
  }
}

/** What was measured is judged by the stage score. */
const measurePage: RenderOperation = async (ports, request, signal, started) => {
  const measurement = await measure(ports, request, signal)
  const put = patientPut(ports.objects, { lane: request.lane, signal })
  return { next: [await pageRenderedRecord(put, withRenderTiming(request, started), measurement)] }
}

function withRenderTiming(request: InspectionRequested, started: number): InspectionRequested {
  return { ...request, timing: withTiming(request, 'render', performance.now() - started).timing }
}
