import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest } from '#test/support/external/external-client.ts'
import { getMetadata, getPath } from '#test/support/service/api-client.ts'
import { type SentSpan, spanPaths } from '#test/support/sites/trace-collector.ts'
import type { Telemetry } from './telemetry.ts'

const CHECK_TARGET = 'pageprobe.lookups.v1.Lookups/JudgeTarget'

/** The paths from the request on the log to its result, below the sender. */
function pathsOfWork(above: string, lane: string): string[] {
  const requested = `${above}process inspection.requested.${lane}`
  const fetched = `${requested} > send page.fetched.${lane} > process page.fetched.${lane}`
  return [
    requested,
    `${requested} > GET`,
    `${requested} > send page.fetched.${lane}`,
    fetched,
    `${fetched} > send result.metadata`,
  ]
}

/** One tree of spans for each inspection, on any adapters. */
export function tracesContract(telemetry: Telemetry, system: 'kafka' | 'sqlite'): void {
  describe('the traces of the service', () => {
    /** The spans of the trace that contains such a span, once it has all these paths. */
    async function traceOf(
      matches: (span: SentSpan) => boolean,
      paths: readonly string[],
    ): Promise<SentSpan[]> {
      const found = () => {
        const traceId = telemetry.collector.spans.find(matches)?.traceId
        return telemetry.collector.spans.filter((span) => span.traceId === traceId)
      }
      await eventually(() => {
        expect(spanPaths(found())).to.include.members(paths)
        return true
      })
      return found()
    }
    async function request(path: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
      const { status, text } = await getMetadata(telemetry.fixture, telemetry.site.url(path), { headers })
      expect(status, text).to.equal(200)
    }
    const isOf = (path: string) => (span: SentSpan) => String(span.attributes['url.full']).endsWith(path)

    it('are one tree for one call, from HTTP through the log and the look-ups to the target', async () => {
      await request('/traced')
      const sent = 'GET /metadata > send inspection.requested.interactive'
      const spans = await traceOf(isOf('/traced'), [
        'GET /metadata',
        `GET /metadata > ${CHECK_TARGET}`,
        `GET /metadata > ${CHECK_TARGET} > ${CHECK_TARGET}`,
        sent,
        ...pathsOfWork(`${sent} > `, 'interactive'),
      ])
      expect(spanPaths(spans).filter((path) => !path.startsWith('GET /metadata'))).to.deep.equal([])
      for (const { name, attributes } of spans) {
        if (/^(send|process) /.test(name)) expect(attributes['messaging.system'], name).to.equal(system)
      }
      const target = spans.find(({ name }) => name === 'GET')
      expect(target?.attributes).to.include({
        'server.address': '127.0.0.2',
        'http.response.status_code': 200,
      })
    })

    it("are below the caller's span", async () => {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
      await request('/traced-by-caller', headers)
      const path = '? > GET /metadata'
      const spans = await traceOf(isOf('/traced-by-caller'), [
        path,
        ...pathsOfWork(`${path} > send inspection.requested.interactive > `, 'interactive'),
      ])
      expect(spans.find(({ name }) => name === 'GET /metadata')?.parentSpanId).to.equal('00f067aa0ba902b7')
    })

    it('are not sampled where the caller does not sample', async () => {
      const traceId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-00` }
      await request('/unsampled', headers)
      await request('/sampled-later')
      await traceOf(isOf('/sampled-later'), ['GET /metadata'])
      expect(telemetry.collector.spans.filter((span) => span.traceId === traceId)).to.deep.equal([])
    })

    it('are below the span of a producer, and are a new trace where it has none', async () => {
      const traceId = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
      const produced = (path: string, attributes = {}) =>
        binaryRequest(
          randomUUID(),
          { operation: 'metadata', parameters: { url: telemetry.site.url(path), fields: 'basic' } },
          attributes,
        )
      await telemetry.fixture.external.produce(BATCH, [
        produced('/fed', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }),
        produced('/fed-without'),
      ])
      const below = await traceOf(isOf('/fed'), pathsOfWork('? > ', 'batch'))
      expect(below[0]?.traceId).to.equal(traceId)
      expect(spanPaths(below)).to.have.members(pathsOfWork('? > ', 'batch'))
      const own = await traceOf(isOf('/fed-without'), pathsOfWork('', 'batch'))
      expect(spanPaths(own)).to.have.members(pathsOfWork('', 'batch'))
    })

    it('contain no queries and keys', async () => {
      await request('/secretive?token=HIDDEN')
      await getPath(telemetry.fixture, '/nothing?key=HIDDEN')
      await traceOf(isOf('/secretive'), ['GET /metadata'])
      expect(JSON.stringify(telemetry.collector.spans))
        .not.to.include('HIDDEN')
        .and.not.include('pp_testkey0_')
    })
  })
}
