import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeIsolatedProcesses } from '#shared/adapters/processes/isolated-processes.ts'
import { CONNECT_TIMEOUT_MS } from '#shared/egress/egress.ts'
import { egressFromConfig } from '#shared/egress/egress-from-config.ts'
import { measuredEgress } from '#shared/egress/measured-egress.ts'
import { politenessFromConfig } from '#shared/politeness/from-config.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'
import { openBrowserTabs } from './adapters/browsers/browser-tabs.ts'
import type { SandboxPolicy } from './adapters/browsers/launch/chromium-sandbox.ts'
import type { BrowserUser } from './adapters/browsers/pool.ts'
import { proxyLimits } from './adapters/egress-proxy/egress-proxy.ts'
import { machineBusyMs } from './adapters/machine-cpu.ts'
import { type NetworkSandbox, openNetworkSandbox } from './adapters/network-sandbox/network-sandbox.ts'
import { consentRules, vitalsLibrary } from './adapters/page-scripts.ts'
import { startCodePool } from './lab/code/code-pool.ts'
import type { ImageSizes } from './lab/images/images.ts'
import { makeRobotsGuard } from './policy/robots-guard.ts'
import { startPrintServer } from './print/print-server.ts'
import { makePrinter } from './print/printer.ts'
import { renderHandler } from './render-handler.ts'
import { registerBrowserMetrics } from './reporting/browser-metrics.ts'
import { reportBrowserHealth } from './reporting/browser-report.ts'
import { runReportedStage } from './reporting/reported-stage.ts'
import type { Tabs } from './tab/tab.ts'

const MIB = 1024 * 1024
/** A robots.txt that could not be read is requested again after this time, in milliseconds. */
const ROBOTS_RETRY_MS = 30_000
/** The fetch stage takes 3 s at most to read a robots.txt, after it has connected to it. */
const ROBOTS_TIMEOUT_MS = 3000 + CONNECT_TIMEOUT_MS

/** Timeouts of browsers and tabs, in milliseconds. The deadline of a job comes long before most of them. */
const timing = {
  launchMs: 20_000,
  tabTimeoutMs: 10_000,
  protocolMs: 90_000,
  closeTimeoutMs: 3000,
  warmAgeMs: 300_000,
  backoffMs: 500,
  maxBackoffMs: 10_000,
  memoryCheckMs: 500,
  probeTimeoutMs: 8000,
  probeEveryMs: 2000,
}

/** A browser is replaced after so many pages, and after this time in milliseconds, once a page is done. */
const browserLife = { maxJobs: 200, maxAgeMs: 3_600_000 }

/** Bytes of one DevTools message, a screenshot among them, and of all messages of one page; beyond them its browser is ended. */
const pipeLimits = { messageBytes: 96 * MIB, contextBytes: 1536 * MIB }

/** A larger screenshot gets 413 and is not stored. */
const MAX_IMAGE_BYTES = 64 * MIB

/** User and group id that sandboxed browsers have where the service runs as root; nothing else uses it. */
const CHROME_UID = 65_533

/** How often the health of the browsers is reported, and how long a browser may take to come up before it counts as missing. */
const browserReport = { intervalMs: 2000, startGraceMs: timing.launchMs }

/** Files are not decoded for their size. Further processes run only while several pages are described. */
const IMAGE_SIZES = { memoryBytes: 256 * MIB, idleMs: 60_000, kept: 1 }

export interface RenderPart extends Component {
  /** `host:port` where documents are printed; null when nowhere. */
  readonly printAddress: string | null
}

/** What the part does besides its stage, and finds on its machine. */
export interface RenderOptions {
  /** `host:port` where documents are printed; null: nowhere. */
  readonly printListen: string | null
  /** Finds the browser's program where CHROME_PATH is not set. */
  findBrowser(): string | null
}

/** Starts the render stage, and the printing of documents. */
export async function startRender(
  runtime: Runtime,
  lookups: Lookups,
  { printListen, findBrowser }: RenderOptions,
): Promise<RenderPart> {
  const { config, logger, objects, publicUrl, store, telemetry } = runtime
  const egress = egressFromConfig(config)
  const networkSandbox = await openNetworkSandbox({ policy: config.RENDER_JAIL, logger })
  const findProgram = () => config.CHROME_PATH ?? findBrowser()
  const tabs = await openBrowserTabs({
    ...{ ...timing, ...browserLife, pipe: pipeLimits },
    networkSandbox,
    egress: measuredEgress(egress, telemetry.metrics),
    ...{ ...browserLimits(config), findBrowser: findProgram, sandbox: config.CHROME_SANDBOX, logger },
    folder: join(config.DATA_DIR, 'browsers'),
    user: chromiumUser(config),
  })
  const stats = () => ({ ...tabs.stats(), isNetworkSandboxed: networkSandbox.isEnabled })
  registerBrowserMetrics(stats, telemetry.metrics)
  const endReport = reportBrowserHealth({
    ...{ store, findBrowser: findProgram, isHealthy: tabs.isHealthy, ...browserReport },
    missingIsolation: () => missingIsolation(tabs.stats().sandbox, networkSandbox),
  })
  const robots = robotsGuardOf(config, lookups)
  const objectUrl = (name: string) => `${config.S3_PUBLIC_URL ?? publicUrl()}/${name}`
  const politeness = politenessFromConfig(store, config, egress)
  const readers = { codePool: startCodePool(), imageSizes: startImageSizes(logger) }
  const shared = {
    ...{ tabs, robots, objects, objectUrl, logger, machineBusyMs, consentRules, ...readers, ...politeness },
    ...{ maxPageBytes: config.RENDER_MAX_PAGE_MB * MIB, maxImageBytes: MAX_IMAGE_BYTES },
    vitalsLibrary: vitalsLibrary(),
    cores: cpus().length,
  }
  const stage = await runReportedStage(
    (load) => renderHandler({ ...shared, load }),
    stageOptions(runtime, config.RENDER_CONCURRENCY),
    store,
  )
  const printing = await servePrinting(runtime, tabs, printListen)
  return {
    printAddress: printing?.address ?? null,
    async stop(graceMs) {
      await Promise.all([stage.drain(graceMs), printing?.close(graceMs)])
      politeness.turns.close()
      endReport()
      // The consumer delivers unfinished requests again, to this or another process.
      await Promise.all([tabs.stop(), readers.codePool.stop(), readers.imageSizes.close()])
      await networkSandbox.close()
    },
  }
}

async function servePrinting(
  { partsSecret: secret, logger: log }: Runtime,
  tabs: Pick<Tabs, 'useShared'>,
  listen: string | null,
): Promise<GrpcServer | null> {
  return listen === null ? null : startPrintServer({ listen, printer: makePrinter(tabs), secret, log })
}

/** The process that reads the sizes of image files. It is there from the start: starting one would disturb a measurement. */
function startImageSizes(logger: Runtime['logger']): ImageSizes & { close(): void } {
  return makeIsolatedProcesses({
    service: 'image sizes',
    module: new URL('./lab/images/image-size.worker.ts', import.meta.url),
    ...IMAGE_SIZES,
    warn: (problem) => logger.warn({ problem }, 'the reader of image sizes lacks a limit'),
  })
}

function robotsGuardOf(config: Runtime['config'], lookups: Lookups) {
  return makeRobotsGuard({
    lookups,
    policy: config.ROBOTS_POLICY,
    timeoutMs: ROBOTS_TIMEOUT_MS,
    retryAfterMs: ROBOTS_RETRY_MS,
  })
}

/** Whether there is a sandbox is unknown until the first browser is up. */
function missingIsolation(
  sandbox: SandboxPolicy,
  networkSandbox: Pick<NetworkSandbox, 'isEnabled'>,
): string[] {
  return [...(sandbox === 'off' ? ['sandbox'] : []), ...(networkSandbox.isEnabled ? [] : ['jail'])]
}

/** For root: another user may not pass through the data folder of root, so the profiles of that user are in a folder of their own. */
function chromiumUser({ CHROME_SANDBOX }: Runtime['config']): BrowserUser | null {
  if (process.getuid?.() !== 0 || CHROME_SANDBOX === 'off') return null
  return { uid: CHROME_UID, gid: CHROME_UID, folder: join(tmpdir(), 'pageprobe-browsers') }
}

function browserLimits(config: Runtime['config']) {
  return {
    concurrency: config.RENDER_CONCURRENCY,
    limits: { ...proxyLimits, maxBytes: config.RENDER_MAX_PAGE_MB * MIB },
    memoryBytes: config.RENDER_MEMORY_MB * MIB,
  }
}
