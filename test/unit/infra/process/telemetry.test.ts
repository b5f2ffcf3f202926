import { expect } from 'chai'
import { childTelemetry, openTelemetry, startTelemetry, tracedIfEnabled } from '#infra/process/telemetry.ts'
import { readConfig } from '#shared/config/config.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { noTracer } from '#shared/telemetry/tracer.ts'

const log = { warn: () => undefined, debug: () => undefined } as never
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
const opened = (env: Record<string, string>, parts: Parameters<typeof openTelemetry>[1]) =>
  openTelemetry(readConfig(env), parts, log)

describe('telemetry of a process', () => {
  it('has metrics where they can be read: at the gateway, or at an address of their own', async () => {
    const metricsOf = async (...of: Parameters<typeof opened>) => (await opened(...of)).metrics
    expect(await metricsOf({}, ['fetch'])).to.equal(noMetrics)
    expect(await metricsOf({}, ['gateway'])).not.to.equal(noMetrics)
    expect(await metricsOf({ METRICS_LISTEN: '127.0.0.1:0' }, ['fetch'])).not.to.equal(noMetrics)
  })

  it('traces where a collector is named, and leaves the log as it is where none is', async () => {
    const eventLog = { append: async () => undefined } as unknown as EventLog
    const config = readConfig(collector)
    const off = await opened({}, ['fetch'])
    expect(off.tracer).to.equal(noTracer)
    expect(tracedIfEnabled(eventLog, off, readConfig({}))).to.equal(eventLog)
    const on = await opened(collector, ['fetch'])
    expect(tracedIfEnabled(eventLog, on, config)).not.to.equal(eventLog)
    await on.tracer.close()
  })

  it('of a child is read by its parent', async () => {
    const { metrics, tracer } = await childTelemetry(readConfig({}), log)
    expect(await metrics.snapshot()).to.be.an('array')
    await tracer.close()
  })

  it('is served until the end', async () => {
    const env = { METRICS_LISTEN: '127.0.0.1:0' }
    const component = await startTelemetry(readConfig(env), await opened(env, ['fetch']))
    await component.stop(0)
  })
})
