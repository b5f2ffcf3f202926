import type { Metrics } from '#shared/telemetry/metrics.ts'

/** Now; `launched`, `crashed` and `recycled` since the start of the process. */
export interface BrowserStats {
  readonly browsers: number
  readonly contexts: number
  readonly warm: number
  readonly running: number
  readonly launched: number
  readonly crashed: number
  readonly recycled: number
  /** Unknown until the first browser is up: `auto`. */
  readonly sandbox: 'on' | 'off' | 'auto'
  readonly isNetworkSandboxed: boolean
}

const fates = ['launched', 'crashed', 'recycled'] as const
const walls = ['sandbox', 'jail'] as const
const tabKinds = ['open', 'warm'] as const

/** Shows how the browsers fare to whoever reads the metrics. */
export function registerBrowserMetrics(read: () => BrowserStats, metrics: Metrics): void {
  const browsers = metrics.gauge({ name: 'pageprobe_browsers', help: 'Browsers that are up', labels: {} })
  browsers.watch({}, () => read().browsers)
  const jobs = metrics.gauge({
    name: 'pageprobe_browser_jobs',
    help: 'Jobs in browsers, those that wait for one included',
    labels: {},
  })
  jobs.watch({}, () => read().running)
  const tabs = metrics.gauge({
    name: 'pageprobe_browser_tabs',
    help: 'Tabs, and those of them that are open ahead',
    labels: { kind: tabKinds },
  })
  tabs.watch({ kind: 'open' }, () => read().contexts)
  tabs.watch({ kind: 'warm' }, () => read().warm)
  const starts = metrics.gauge({
    name: 'pageprobe_browser_fates',
    help: 'Browsers since the start of the process: launched, gone by themselves, replaced',
    labels: { fate: fates },
  })
  for (const fate of fates) starts.watch({ fate }, () => read()[fate])
  const held = metrics.gauge({
    name: 'pageprobe_browser_walls',
    help: 'Whether browsers run with their own sandbox, and in a network namespace of their own: 1 or 0',
    labels: { wall: walls },
  })
  held.watch({ wall: 'sandbox' }, () => Number(read().sandbox === 'on'))
  held.watch({ wall: 'jail' }, () => Number(read().isNetworkSandboxed))
}
