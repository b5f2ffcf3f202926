import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { registerBrowserMetrics } from '#stages/render/reporting/browser-metrics.ts'

describe('browser metrics', () => {
  it('show the current state whenever they are read', async () => {
    const metrics = prometheusMetrics({ process: false })
    const stats = {
      ...{ browsers: 0, contexts: 0, warm: 0, running: 0, launched: 0, crashed: 0, recycled: 0 },
      ...{ sandbox: 'auto' as const, isNetworkSandboxed: false },
    }
    registerBrowserMetrics(() => stats, metrics)
    Object.assign(stats, {
      browsers: 2,
      contexts: 5,
      warm: 1,
      running: 3,
      launched: 9,
      crashed: 4,
      recycled: 6,
      sandbox: 'on',
    })
    const { text } = await metrics.expose()
    expect(text.split('\n').filter((line) => line.startsWith('pageprobe_browser'))).to.have.members([
      'pageprobe_browsers 2',
      'pageprobe_browser_jobs 3',
      'pageprobe_browser_tabs{kind="open"} 5',
      'pageprobe_browser_tabs{kind="warm"} 1',
      'pageprobe_browser_launches_total 9',
      'pageprobe_browser_exits_total{reason="crashed"} 4',
      'pageprobe_browser_exits_total{reason="recycled"} 6',
      'pageprobe_browser_isolation{mechanism="sandbox"} 1',
      'pageprobe_browser_isolation{mechanism="network_namespace"} 0',
    ])
  })
})
