import { freePorts } from '#infra/services/process.ts'
import type { OpenServiceFixture, ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { startTraceCollector, type TraceCollector } from '#test/support/sites/trace-collector.ts'

/** A service that was just started, with all that it tells of itself; available from the first test of the suite on. */
export interface Telemetry {
  readonly fixture: ServiceFixture
  readonly site: TargetSite
  readonly metricsUrl: string
  readonly collector: TraceCollector
}

/** Starts one for the suite that calls this. */
export function telemetryForSuite(open: OpenServiceFixture): Telemetry {
  let opened: Telemetry
  before('start the service', async () => {
    const [port] = await freePorts(1)
    const [collector, site] = [await startTraceCollector(), await openSite()]
    const fixture = await open({
      METRICS_LISTEN: `127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
    opened = { fixture, site, metricsUrl: `http://127.0.0.1:${port}/metrics`, collector }
  })
  after('stop the service', async () => {
    await opened?.fixture.close()
    await opened?.site.close()
    await opened?.collector.close()
  })
  return {
    get fixture() {
      return opened.fixture
    },
    get site() {
      return opened.site
    },
    get metricsUrl() {
      return opened.metricsUrl
    },
    get collector() {
      return opened.collector
    },
  }
}
