import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { CloudEvent, Kafka as KafkaBinding } from 'cloudevents'
import {
  BATCH,
  binaryRequest,
  dataOf,
  type ExternalRecord,
  outcomeRecord,
  outcomesOf,
} from '#test/support/external/external-client.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import type { OpenSharedService } from '#test/support/service/worker-service.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** RFC 3339, section 5.6. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Request events of external producers, and the events for consumers (infra/docs/consumers.md#events). */
export function eventRequestsContract(name: string, open: OpenSharedService): void {
  describe(`Request events: ${name}`, () => {
    let site: TargetSite
    let fixture: UsedService

    before('start the service', async function () {
      this.timeout(120_000)
      site = await openSite()
      fixture = await open()
    })
    after('stop the service', async () => {
      await fixture?.close()
      await site?.close()
    })

    const metadataOf = (path: string, more = {}) => ({
      operation: 'metadata',
      parameters: { url: site.url(path), fields: 'basic', ...more },
    })

    async function outcomeOf(request: ReturnType<typeof binaryRequest>, id: string): Promise<ExternalRecord> {
      await fixture.external.produce(BATCH, [request])
      return outcomeRecord(fixture.external, id)
    }

    it('in binary mode end in a result with the documented attributes and key', async () => {
      const id = randomUUID()
      const url = site.url('/binary').replace('127.0.0.2', 'SOME.test')
      const data = { operation: 'metadata', parameters: { url, fields: 'basic' } }
      const record = await outcomeOf(binaryRequest(id, data, { traceparent: TRACE }), id)
      const { ce_id, ce_time, ...rest } = Object.fromEntries(
        Object.entries(record.headers).map(([header, value]) => [header, String(value)]),
      )
      expect(record.topic).to.equal('result.metadata')
      expect(String(record.key)).to.equal('some.test')
      expect(ce_id).to.be.a('string').that.is.not.empty
      expect(ce_time).to.match(RFC_3339)
      expect(rest).to.include({
        ce_specversion: '1.0',
        ce_type: 'result.metadata.v1',
        ce_subject: id,
        ce_traceparent: TRACE,
        'content-type': 'application/json',
      })
      expect(rest.ce_source).to.be.a('string').that.is.not.empty
    })

    it('have the result of the synchronous call', async () => {
      const id = randomUUID()
      const value = dataOf(await outcomeOf(binaryRequest(id, metadataOf('/same')), id))
      const { status, json } = await getMetadata(fixture, site.url('/same'), {
        headers: { 'cache-control': 'no-cache' },
      })
      expect(status).to.equal(200)
      const { fetched_at, ...asked } = json as { fetched_at: string }
      const { fetched_at: before, ...given } = value.result as { fetched_at: string }
      expect([before, fetched_at]).to.satisfy((times: string[]) => times.every((time) => RFC_3339.test(time)))
      expect(given).to.deep.equal(asked)
      expect(value).to.include({ operation: 'metadata', url: site.url('/same') })
      expect(value.parameters).to.include({ url: site.url('/same'), fields: 'basic', device: 'desktop' })
    })

    it('are accepted in structured mode, as the CloudEvents SDK makes them, which also reads the result', async () => {
      const event = new CloudEvent({
        id: randomUUID(),
        source: '/feeder',
        type: 'inspection.requested.v1',
        data: metadataOf('/structured'),
        extra: 'unknown',
      })
      const { value, headers } = KafkaBinding.structured(event)
      const record = await outcomeOf(
        { value: String(value), headers: headers as Record<string, string> },
        event.id,
      )
      const texts = Object.entries(record.headers).map(([header, bytes]) => [header, String(bytes)])
      const read = KafkaBinding.toEvent({
        key: String(record.key),
        value: String(record.value),
        headers: Object.fromEntries(texts),
      } as never) as CloudEvent<Record<string, unknown>>
      expect(read.validate()).to.equal(true)
      expect(read).to.include({ type: 'result.metadata.v1', subject: event.id, specversion: '1.0' })
      expect(read.data).to.have.nested.property('result.title', 'Page /structured')
    })

    it('accept numbers as strings, and ignore unknown headers and fields', async () => {
      const id = randomUUID()
      const data = { ...metadataOf('/strings', { max_links: '7' }), note: 'mine', operations: [] }
      const record = await outcomeOf({ ...binaryRequest(id, data, { unheardof: 'x' }), key: 'any key' }, id)
      expect(dataOf(record).parameters).to.include({ max_links: 7 })
      expect(record.topic).to.equal('result.metadata')
    })

    it('with the same id are one inspection: the first', async () => {
      const id = randomUUID()
      const last = randomUUID()
      await fixture.external.produce(BATCH, [
        { ...binaryRequest(id, metadataOf('/first')), key: 'k' },
        { ...binaryRequest(id, metadataOf('/first')), key: 'k' },
        { ...binaryRequest(id, metadataOf('/second')), key: 'k' },
        { ...binaryRequest(id, { operation: 'nonsense' }), key: 'k' },
        { ...binaryRequest(last, metadataOf('/last')), key: 'k' },
      ])
      await outcomeRecord(fixture.external, last)
      const outcomes = outcomesOf(fixture.external.records).get(id) ?? []
      expect(outcomes).to.have.length(1)
      expect(JSON.parse(outcomes[0]?.content ?? '')).to.have.nested.property('result.title', 'Page /first')
      expect(site.hits('/second')).to.equal(0)
    })
  })
}
