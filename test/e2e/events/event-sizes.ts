import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { BATCH, binaryRequest, dataOf, outcomeRecord } from '#test/support/external/external-client.ts'
import { get, getMetadata, getPath, readEnded } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import type { OpenSharedService } from '#test/support/service/worker-service.ts'
import { htmlPage, openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

const KIB = 1024

/** Large records and results, and the URLs of answers (infra/docs/consumers.md#events). */
export function eventSizesContract(name: string, open: OpenSharedService): void {
  describe(`Large and stored outcomes: ${name}`, () => {
    let site: TargetSite
    let fixture: UsedService

    before('start the service', async function () {
      this.timeout(120_000)
      const links = Array.from({ length: 500 }, (_, at) => `<a href="/${at}${'x'.repeat(1000)}">${at}</a>`)
      const routes = {
        '/links': (_: unknown, response: ServerResponse) => htmlPage(response, '/links', links.join('')),
        '/long': (_: unknown, response: ServerResponse) =>
          htmlPage(response, '/long', '<p>word</p>'.repeat(100_000)),
      }
      site = await openOwnSite({ routes })
      fixture = await open()
    })
    after('stop the service', async () => {
      await fixture?.close()
      await site?.close()
    })

    async function endingOf(id: string, data: unknown) {
      await fixture.external.produce(BATCH, [binaryRequest(id, data)])
      return outcomeRecord(fixture.external, id)
    }

    const large = () => ({
      operation: 'metadata',
      parameters: { url: site.url('/links'), fields: 'links', max_links: 500 },
    })

    it('a request of 900 KiB is processed like any other', async () => {
      const data = {
        operation: 'metadata',
        parameters: { url: site.url('/page') },
        note: 'x'.repeat(900 * KIB),
      }
      const record = await endingOf(randomUUID(), data)
      expect(record.topic).to.equal('result.metadata')
      expect(dataOf(record)).to.have.nested.property('result.title', 'Page /page')
    })

    it('invalid parameters of 900 KiB are answered by reference', async () => {
      const parameters = { url: site.url('/page'), note: 'x'.repeat(900 * KIB) }
      const record = await endingOf(randomUUID(), { operation: 'metadata', parameters })
      expect(record.topic).to.equal('inspection.failed')
      const { bytes, message, ...small } = dataOf(record)
      expect(small).to.deep.equal({
        ...{ operation: 'metadata', parameters: null, url: site.url('/page') },
        ...{ stage: 'fetch', code: 'VALIDATION_ERROR', status: 400 },
        dataref: String(record.headers.ce_dataref),
      })
      expect([Number(bytes) > 900 * KIB, typeof message]).to.deep.equal([true, 'string'])
      const { status, json } = await get(String(record.headers.ce_dataref), { headers: { 'x-api-key': '' } })
      expect(status).to.equal(200)
      expect(json).to.deep.include({ code: 'VALIDATION_ERROR', parameters })
    })

    it('a result of over 256 KiB travels by reference, which anyone can follow', async () => {
      const record = await endingOf(randomUUID(), large())
      expect(record.topic).to.equal('result.metadata')
      const { dataref, bytes, parameters, ...small } = dataOf(record)
      expect(small).to.deep.equal({ operation: 'metadata', url: site.url('/links') })
      expect(parameters).to.include({ fields: 'links', max_links: 500 })
      expect(dataref).to.equal(String(record.headers.ce_dataref))
      const { status, headers, json, text } = await get(String(dataref), { headers: { 'x-api-key': '' } })
      expect(bytes).to.equal(Buffer.byteLength(text))
      expect([status, headers.get('content-type')?.split(';')[0]]).to.deep.equal([200, 'application/json'])
      expect(json).to.include({ operation: 'metadata', url: site.url('/links') })
      expect(json).to.have.nested.property('result.links').with.length(500)
    })

    it('a synchronous caller gets the whole of such a result', async () => {
      const query = `fields=links&max_links=500&url=${encodeURIComponent(site.url('/links'))}`
      const { status, json } = await getPath(fixture, `/metadata?${query}`)
      expect(status).to.equal(200)
      expect(json?.links).to.have.length(500)
    })

    it('a page of over 256 KiB is read like any other', async () => {
      const { status, json } = await getMetadata(fixture, site.url('/long'))
      expect([status, json?.title]).to.deep.equal([200, 'Page /long'])
    })

    for (const id of [randomUUID(), 'a b/c%ü?#', 'x'.repeat(1024)]) {
      it(`the answer can be read with scope batch, under the id of the producer: ${id.slice(0, 40)}`, async () => {
        const data = { operation: 'metadata', parameters: { url: site.url('/read'), fields: 'basic' } }
        await endingOf(id, data)
        const path = `/inspections/${encodeURIComponent(id)}`
        const { status, json } = await readEnded(fixture, id)
        expect([status, json?.title]).to.deep.equal([200, 'Page /read'])
        const other = await fixture.makeKey({ scopes: ['metadata', 'seo-audit'] })
        const refused = await get(fixture.url + path, { headers: { 'x-api-key': other } })
        expect([refused.status, refused.json]).to.have.deep.nested.property('[1].error.code', 'NOT_FOUND')
      })
    }

    it('a failure is read as the synchronous call would answer it', async () => {
      const id = randomUUID()
      const url = 'http://10.1.2.3/'
      await endingOf(id, { operation: 'metadata', parameters: { url } })
      const read = await readEnded(fixture, id)
      const asked = await getMetadata(fixture, url)
      expect([read.status, read.json]).to.deep.equal([400, asked.json])
    })

    it('an unknown id is not found', async () => {
      const { status, json } = await getPath(fixture, `/inspections/${randomUUID()}`)
      expect(status).to.equal(404)
      expect(json).to.have.nested.property('error.code', 'NOT_FOUND')
    })
  })
}
