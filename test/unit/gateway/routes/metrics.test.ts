import Router from '@koa/router'
import { expect } from 'chai'
import type { Middleware } from 'koa'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { metricsRoutes } from '#gateway/routes/metrics.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { noKeylessLimit } from '../support/no-keyless-limit.ts'
import { serveApp } from '../support/serve-app.ts'

describe('GET /metrics', () => {
  it('has the metrics of the process in the text format of Prometheus, without a key', async () => {
    const metrics = prometheusMetrics({ process: false })
    metrics.counter({ name: 'pageprobe_tests_total', help: 'Tests', labels: {} }).add({})
    const router = new Router<CallState>()
    metricsRoutes(router, metrics, noKeylessLimit)
    const app = await serveApp(router.routes() as Middleware)
    try {
      const answer = await fetch(`${app.url}/metrics`)
      expect(answer.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/)
      expect(await answer.text()).to.match(/^pageprobe_tests_total 1$/m)
    } finally {
      app.close()
    }
  })
})
