import type { Metrics } from '#shared/telemetry/metrics.ts'

/** Current numbers; `launched`, `crashed` and `recycled` are since the start of the process. */
export interface BrowserStats {
  readonly browsers: number
  /** Of tabs: in use or warm. */
  readonly contexts: number
  /** Warm tabs. */
  readonly warm: number
  /** Jobs, including those that wait for a browser. */
  readonly running: number
  readonly launched: number
  readonly crashed: number
  readonly recycled: number
  /** `auto` until the first browser is up. */
  readonly sandbox: 'on' | 'off' | 'auto'
  readonly isNetworkSandboxed: boolean
}

const exitReasons = ['crashed', 'recycled'] as const
const mechanisms = ['sandbox', 'network_namespace'] as const
const tabKinds = ['open', 'warm'] as const

/** Registers the metrics of the browsers, which call `read` whenever they are scraped. */
export function registerBrowserMetrics(read: () => BrowserStats, metrics: Metrics): void {
  const browsers = metrics.gauge({ name: 'pageprobe_browsers', help: 'Browsers that are up', labels: {} })
  browsers.watch({}, () => read().browsers)
  const jobs = metrics.gauge({
    name: 'pageprobe_browser_jobs',
    help: 'Jobs in browsers, including those that wait for a browser',
    labels: {},
  })
  jobs.watch({}, () => read().running)
  const tabs = metrics.gauge({
    name: 'pageprobe_browser_tabs',
    help: 'Tabs that are open, and those of them that are warm: opened ahead for the next job',
    labels: { kind: tabKinds },
  })
  tabs.watch({ kind: 'open' }, () => read().contexts)
  tabs.watch({ kind: 'warm' }, () => read().warm)
  registerLifecycle(read, metrics)
  registerIsolation(read, metrics)
}

function registerLifecycle(read: () => BrowserStats, metrics: Metrics): void {
  const launches = metrics.gauge({
    name: 'pageprobe_browser_launches_total',
    help: 'Browsers launched since the start of the process',
    labels: {},
  })
  launches.watch({}, () => read().launched)
  const exits = metrics.gauge({
    name: 'pageprobe_browser_exits_total',
    help: 'Browsers that exited since the start of the process: crashed by themselves, or recycled on purpose',
    labels: { reason: exitReasons },
  })
  for (const reason of exitReasons) exits.watch({ reason }, () => read()[reason])
}

function registerIsolation(read: () => BrowserStats, metrics: Metrics): void {
  const isolation = metrics.gauge({
    name: 'pageprobe_browser_isolation',
    help: "Whether browsers run with Chromium's sandbox, and in a network namespace of their own: 1 or 0",
    labels: { mechanism: mechanisms },
  })
  isolation.watch({ mechanism: 'sandbox' }, () => Number(read().sandbox === 'on'))
  isolation.watch({ mechanism: 'network_namespace' }, () => Number(read().isNetworkSandboxed))
}
