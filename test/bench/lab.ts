import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#shared/log.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { machineBusyMs } from '#stages/render/adapters/machine-cpu.ts'
import { vitalsLibrary } from '#stages/render/adapters/page-scripts.ts'
import { measure } from '#stages/render/lab/measure.ts'
import { visit } from '#stages/render/visit/visit.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { startChild } from './child.ts'
import { type Audited, lighthouseRun } from './lighthouse-run.ts'
import { median } from './median.ts'
import type { Row } from './table.ts'

type Device = 'desktop' | 'mobile'

/** One run of either lab: its measurements and its cost. */
export type LabRun = Audited & { readonly note: string }

const RUNS = { ours: 5, lighthouse: 3 }
const TIMEOUT_MS = 60_000
/**
 * Before each run, waits until the machine has been idle to this share for this time; after the timeout it runs
 * anyway.
 */
const IDLE = { share: 0.15, ms: 1000, timeoutMs: 15_000 }
const maxBytes = 50_000_000

/** Our lab compared with Lighthouse on one page, and our lab under load. */
export async function lab(): Promise<Row[]> {
  const site = await startChild(join(import.meta.dirname, 'lab-site.ts'), [], {}, /site on port/)
  const url = `http://127.0.0.2:${/\d+$/.exec(site.line)?.[0]}/`
  const tabs = await openTestTabs({ concurrency: 2 })
  const ours = (device: Device) => () => ourRun(tabs, url, device)
  try {
    const desktop = await runs(RUNS.ours, ours('desktop'))
    const lighthouseDesktop = await runs(RUNS.lighthouse, () => lighthouseRun(url, 'desktop'))
    const captured = await whileCapturing(tabs, url, () => runs(RUNS.lighthouse, ours('desktop')))
    const crowded = await whileSpinning(() => runs(1, ours('desktop'), false))
    const mobile = await runs(RUNS.lighthouse, ours('mobile'))
    const lighthouseMobile = await runs(RUNS.lighthouse, () => lighthouseRun(url, 'mobile'))
    return [
      ...rowsOf('desktop', desktop, lighthouseDesktop, 0.35),
      row('desktop, captures meanwhile', captured, 'LCP within 5 % or contaminated'),
      row('desktop, all cores taken', crowded, 'contaminated'),
      ...rowsOf('mobile', mobile, lighthouseMobile, 0.65),
    ]
  } finally {
    await tabs.close()
    await site.stop()
  }
}

async function runs(count: number, run: () => Promise<LabRun>, isGated = true): Promise<LabRun[]> {
  const all: LabRun[] = []
  for (let i = 0; i < count; i++) {
    if (isGated) await untilIdle()
    all.push(await run())
  }
  return all
}

async function untilIdle(): Promise<void> {
  const until = performance.now() + IDLE.timeoutMs
  for (;;) {
    const before = machineBusyMs() ?? 0
    await delay(IDLE.ms)
    const busy = ((machineBusyMs() ?? 0) - before) / (IDLE.ms * cpus().length)
    if (busy < IDLE.share || performance.now() > until) return
  }
}

const silent = { warn() {} } as unknown as Log

async function ourRun(tabs: TestTabs, url: string, device: Device): Promise<LabRun> {
  const parameters = { url, device, waitUntil: 'networkidle2', timeout: TIMEOUT_MS }
  const request = { url, parameters, expiresAt: null } as unknown as InspectionRequested
  const ports = {
    ...{ tabs, machineBusyMs, cores: cpus().length, logger: silent, maxPageBytes: maxBytes },
    ...{ vitalsLibrary: vitalsLibrary(), admitFinalUrl: async () => {} },
  }
  const began = performance.now()
  const measured = await measure(ports, request, new AbortController().signal)
  const { lcp, fcp, cls, inp } = measured.vitals
  return {
    ...{ lcp: Number(lcp.value), fcp: Number(fcp.value), cls: Number(cls.value) },
    wallMs: performance.now() - began,
    note: `INP ${inp.value ?? inp.reason}, ${noiseOf(measured)}`,
  }
}

function noiseOf({ noise: { foreignCpu: otherCpu, discardedRuns, isContaminated } }: Measurement): string {
  const other = `foreign CPU ${((otherCpu ?? 0) * 100).toFixed(0)} %`
  return `${other}, ${discardedRuns} discarded${isContaminated ? ', CONTAMINATED' : ''}`
}

/** Renders pages continuously, as captures do. */
async function whileCapturing<T>(tabs: TestTabs, url: string, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const options = {
    ...({ device: 'desktop', timeout: TIMEOUT_MS, waitFor: 0, waitUntil: 'load' } as const),
    viewport: { width: 1280, height: 800, deviceScaleFactor: 1 },
  }
  const show = async () => {
    while (!ended.signal.aborted) {
      await tabs.useShared((tab) => visit(tab, { url, options, userAgent: 'bench', maxBytes }), {
        deadlineMs: TIMEOUT_MS,
        signal: new AbortController().signal,
      })
    }
  }
  const shown = Promise.all([show(), show()])
  try {
    return await work()
  } finally {
    ended.abort()
    await shown
  }
}

/** Keeps all cores busy by other processes. */
async function whileSpinning<T>(work: () => Promise<T>): Promise<T> {
  const program = join(import.meta.dirname, 'cpu-burner.ts')
  const spinning = await Promise.all(cpus().map(() => startChild(program, [], {}, /spinning/)))
  try {
    return await work()
  } finally {
    await Promise.all(spinning.map((child) => child.stop()))
  }
}

function rowsOf(name: string, ours: LabRun[], theirs: LabRun[], share: number): Row[] {
  const [lcp, theirLcp] = [median(ours.map((run) => run.lcp)), median(theirs.map((run) => run.lcp))]
  const wall = median(ours.map((run) => run.wallMs)) / median(theirs.map((run) => run.wallMs))
  const apart = ((lcp / theirLcp - 1) * 100).toFixed(1)
  return [
    row(`${name}, ours`, ours, 'LCP rsd <= 5 %'),
    row(`${name}, Lighthouse`, theirs),
    { figure: `${name}, LCP apart`, value: `${apart} %`, ...(name === 'mobile' && { goal: '2 %' }) },
    { figure: `${name}, wall time`, value: `${wall.toFixed(2)} of Lighthouse's`, goal: `<= ${share}` },
  ]
}

function row(figure: string, all: LabRun[], goal?: string): Row {
  const lcps = all.map((run) => run.lcp)
  const values = [
    `LCP ${median(lcps).toFixed(0)} (rsd ${(deviation(lcps) * 100).toFixed(1)} %)`,
    `FCP ${median(all.map((run) => run.fcp)).toFixed(0)}`,
    `CLS ${median(all.map((run) => run.cls)).toFixed(4)}`,
    `${(median(all.map((run) => run.wallMs)) / 1000).toFixed(1)} s`,
    all.at(-1)?.note ?? '',
  ]
  return { figure, value: values.filter(Boolean).join('  '), ...(goal !== undefined && { goal }) }
}

/** Relative standard deviation. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const square = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length
  return Math.sqrt(square) / mean
}
