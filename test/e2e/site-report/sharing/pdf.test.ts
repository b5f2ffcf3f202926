import { expect } from 'chai'
import { countPages } from '#stages/render/print/pdf-pages.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { htmlPage, openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { type ReportClient, reportClient } from '../report-client.ts'

/** The PDF of a report, from the service as it is started. */
describe('reports as PDF', function () {
  this.timeout(120_000)
  let fixture: UsedService
  let site: TargetSite
  let client: ReportClient
  let batch: string

  before(async function () {
    requireBrowser(this)
    site = await openOwnSite({
      routes: {
        '/start': (_, response) => htmlPage(response, '/start', '<a href="/gone">gone</a>'),
        '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('gone'),
        '/sitemap.xml': (_, response) => void response.writeHead(404).end(),
      },
    })
    fixture = await workerService()
    client = reportClient(fixture.url, await fixture.makeKey())
    batch = await client.submit({ operation: 'seo-audit', crawl: { seeds: [site.url('/start')] } })
    await client.complete(batch)
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  async function pdfOf(query: string): Promise<Buffer> {
    const answer = await client.ask(batch, `report${query}`, 'application/pdf')
    expect(answer.headers.get('content-type')).to.equal('application/pdf')
    return Buffer.from(await answer.arrayBuffer())
  }

  it('are a few pages, with chapters to go to', async () => {
    const pdf = await pdfOf('')
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    expect(countPages(pdf)).to.be.within(1, 8)
    expect(pdf.toString('latin1')).to.match(/\/Type \/Outlines/)
  })

  it('have the title that is asked for, and ask nobody for anything', async () => {
    const hits = site.hits('/track.png')
    const title = encodeURIComponent(`Audit <img src="${site.url('/track.png')}">`)
    const pdf = (await pdfOf(`?title=${title}&client=Somebody&severity=error`)).toString('latin1')
    expect(pdf).to.include('/Title (Audit <img src=')
    expect(site.hits('/track.png')).to.equal(hits)
  })

  it('are refused as any report is', async () => {
    for (const [query, status] of [
      ['?logo=data:text/html,x', 400],
      ['?compare=none', 400],
      ['?shape=round', 400],
    ] as const) {
      expect((await client.ask(batch, `report${query}`, 'application/pdf')).status, query).to.equal(status)
    }
    expect((await client.ask('none', 'report', 'application/pdf')).status).to.equal(404)
  })
})
