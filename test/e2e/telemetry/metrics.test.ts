import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest } from '#test/support/external/external-client.ts'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import { onBothSides } from '#test/support/service/both-sides.ts'
import type { ServiceFixture } from '#test/support/service/service-fixture.ts'
import { API_KEY, endAllServices } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

onBothSides('the metrics and logs of the service', (open) => {
  let fixture: ServiceFixture
  let site: TargetSite
  let metricsUrl: string
  before(async () => {
    const [port] = await freePorts(1)
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    site = await openSite()
    fixture = await open({ METRICS_LISTEN: `127.0.0.1:${port}` })
  })
  after(async () => {
    await fixture.close()
    await endAllServices()
    await site.close()
  })

  const exposed = async (url = `${fixture.service.url}/metrics`) => {
    const { status, text } = await get(url, { headers: { 'x-api-key': '' } })
    expect(status).to.equal(200)
    return text
  }
  const seriesIn = (text: string, series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? null : Number(line.split(' ').at(-1))
  }

  it('cover calls, cache, stages, pools, lag and the process', async () => {
    const url = site.url('/measured?token=HIDDEN')
    await getMetadata(fixture.service.url, url)
    await getMetadata(fixture.service.url, url)
    await getMetadata(fixture.service.url, 'http://10.0.0.1/HIDDEN')
    await get(`${fixture.service.url}/metadata?url=x`, { headers: { 'x-api-key': 'wrong' } })
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
    // A sample: the gateway reads the log every few seconds, and shows none while it can't be read.
    const lag = 'pageprobe_lag_records{stage="fetch",lane="batch"}'
    await eventually(async () => seriesIn(await exposed(), lag) === 0)
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(seriesIn(text, name), name).to.be.a('number')
    }
    expect(text).not.to.match(/HIDDEN|127\.0\.0\.2|10\.0\.0\.1|pp_testkey0/)
  })

  it('cover the batch lane', async () => {
    const parameters = { url: site.url('/fed'), fields: 'basic' }
    await fixture.external.produce(BATCH, [
      binaryRequest(randomUUID(), { operation: 'metadata', parameters }),
    ])
    const series = 'pageprobe_stage_work_seconds_count{stage="extract",lane="batch",outcome="completed"}'
    await eventually(async () => seriesIn(await exposed(), series) === 1)
  })

  it('are also served at METRICS_LISTEN', async () => {
    expect(await exposed(metricsUrl)).to.include('pageprobe_http_requests_total')
  })

  it('have a line of JSON for each call, without private data', async () => {
    const headers = { 'x-request-id': 'my-own-id' }
    await get(`${fixture.service.url}/metadata?url=${encodeURIComponent(site.url('/logged?q=HIDDEN'))}`, {
      headers,
    })
    await eventually(() => fixture.service.stderr().includes('my-own-id'))
    const lines = fixture.service.stderr().trim().split('\n')
    const line = lines.map((text) => JSON.parse(text)).find(({ requestId }) => requestId === 'my-own-id')
    expect(line).to.include({
      msg: 'call',
      method: 'GET',
      operation: 'metadata',
      status: '200',
      keyId: 'testkey0',
    })
    expect(line.inspection).to.match(/^[0-9a-f-]{36}$/)
    expect(line.ms).to.be.a('number')
    expect(fixture.service.stderr()).not.to.include('HIDDEN').and.not.include(API_KEY.split('_')[2])
  })
})
