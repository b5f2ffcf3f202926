import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest } from '#test/support/external/external-client.ts'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import type { Telemetry } from './telemetry.ts'

/** Metrics and logs of a service that was just started. */
export function metricsContract(telemetry: Telemetry): void {
  describe('the metrics and logs of the service', () => {
    const exposed = async (url = `${telemetry.fixture.url}/metrics`) => {
      const { status, text } = await get(url, { headers: { 'x-api-key': '' } })
      expect(status).to.equal(200)
      return text
    }
    const seriesIn = (text: string, series: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${series} `))
      return line === undefined ? null : Number(line.split(' ').at(-1))
    }

    it('cover calls, cache, stages, pools, lag and the process', async () => {
      const url = telemetry.site.url('/measured?token=HIDDEN')
      await getMetadata(telemetry.fixture, url)
      await getMetadata(telemetry.fixture, url)
      await getMetadata(telemetry.fixture, 'http://10.0.0.1/HIDDEN')
      await get(`${telemetry.fixture.url}/metadata?url=x`, { headers: { 'x-api-key': 'wrong' } })
      const expected: Record<string, number> = {
        'pageprobe_http_requests_total{operation="metadata",status="200"}': 2,
        'pageprobe_http_requests_total{operation="metadata",status="400"}': 1,
        'pageprobe_http_errors_total{operation="metadata",code="INVALID_API_KEY"}': 1,
        'pageprobe_http_errors_total{operation="metadata",code="VALIDATION_ERROR"}': 1,
        'pageprobe_cache_reads_total{operation="metadata",outcome="hit"}': 1,
        'pageprobe_inspection_requests_total{operation="metadata",outcome="started"}': 1,
        'pageprobe_stage_work_seconds_count{stage="fetch",lane="interactive",outcome="forwarded"}': 1,
        'pageprobe_stage_work_seconds_count{stage="extract",lane="interactive",outcome="completed"}': 1,
        'pageprobe_egress_refusals_total{reason="address_not_allowed"}': 1,
        'pageprobe_pool_slots{stage="fetch",kind="all"}': 64,
        'pageprobe_pool_jobs{stage="extract",lane="batch",state="running"}': 0,
        pageprobe_waiting_callers: 0,
      }
      let text = ''
      // A stage counts its work soon after it has sent the result.
      await eventually(async () => {
        text = await exposed()
        for (const [series, value] of Object.entries(expected))
          expect(seriesIn(text, series), series).to.equal(value)
        return true
      })
      // A sample: the gateway reads the log every few seconds, and shows none while it cannot be read.
      const lag = 'pageprobe_lag_records{stage="fetch",lane="batch"}'
      await eventually(async () => seriesIn(await exposed(), lag) === 0)
      for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
        expect(seriesIn(text, name), name).to.be.a('number')
      }
      expect(text).not.to.match(/HIDDEN|127\.0\.0\.2|10\.0\.0\.1|pp_testkey0/)
    })

    it('cover the batch lane', async () => {
      const parameters = { url: telemetry.site.url('/measured-fed'), fields: 'basic' }
      await telemetry.fixture.external.produce(BATCH, [
        binaryRequest(randomUUID(), { operation: 'metadata', parameters }),
      ])
      const series = 'pageprobe_stage_work_seconds_count{stage="extract",lane="batch",outcome="completed"}'
      await eventually(async () => seriesIn(await exposed(), series) === 1)
    })

    it('are also served at METRICS_LISTEN', async () => {
      expect(await exposed(telemetry.metricsUrl)).to.include('pageprobe_http_requests_total')
    })

    it('have a line of JSON for each call, without private data', async () => {
      const headers = { 'x-request-id': 'my-own-id' }
      await get(
        `${telemetry.fixture.url}/metadata?url=${encodeURIComponent(telemetry.site.url('/logged?q=HIDDEN'))}`,
        {
          headers,
        },
      )
      await eventually(() => telemetry.fixture.service.stderr().includes('my-own-id'))
      const lines = telemetry.fixture.service.stderr().trim().split('\n')
      const line = lines.map((text) => JSON.parse(text)).find(({ requestId }) => requestId === 'my-own-id')
      expect(line).to.include({
        msg: 'call',
        method: 'GET',
        route: '/metadata',
        operation: 'metadata',
        status: '200',
        keyId: 'testkey0',
      })
      expect(line.inspection).to.match(/^[0-9a-f-]{36}$/)
      expect(line.ms).to.be.a('number')
      expect(telemetry.fixture.service.stderr())
        .not.to.include('HIDDEN')
        .and.not.include(API_KEY.split('_')[2])
    })

    it('have the route of a path with an id, and the operation of a batch', async () => {
      const { url, service } = telemetry.fixture
      const loggedOf = async (requestId: string) => {
        await eventually(() => service.stderr().includes(requestId))
        const lines = service.stderr().trim().split('\n')
        return lines.map((text) => JSON.parse(text)).find((line) => line.requestId === requestId)
      }
      const headers = {
        'content-type': 'application/json',
        'x-api-key': API_KEY,
        'x-request-id': 'submits-a-batch',
      }
      const body = JSON.stringify({ operation: 'seo-audit', urls: [telemetry.site.url('/logged-page')] })
      const submitted = await fetch(`${url}/batches`, { method: 'POST', headers, body })
      const { id } = (await submitted.json()) as { id: string }
      expect(await loggedOf('submits-a-batch')).to.include({ route: '/batches', operation: 'seo-audit' })
      await getMetadata(telemetry.fixture, telemetry.site.url('/logged-too'), {
        headers: { 'x-request-id': 'inspects-a-page' },
      })
      const { inspection } = await loggedOf('inspects-a-page')
      const paths: [path: string, route: string | undefined, operation: string | undefined][] = [
        [`/batches/${id}`, '/batches/:id', 'seo-audit'],
        [`/inspections/${id}`, '/inspections/:id', undefined],
        [`/inspections/${inspection}`, '/inspections/:id', 'metadata'],
        ['/images/none.png', '/images/:file', undefined],
        ['/nothing/here', undefined, undefined],
      ]
      for (const [index, [path, route, operation]] of paths.entries()) {
        await get(`${url}${path}`, { headers: { 'x-request-id': `path-${index}-of-routes` } })
        const line = await loggedOf(`path-${index}-of-routes`)
        expect([line.route, line.operation], path).to.deep.equal([route, operation])
        expect(JSON.stringify(line)).not.to.include(id)
      }
    })
  })
}
