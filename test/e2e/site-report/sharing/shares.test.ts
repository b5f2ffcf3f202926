// own service: it is restarted, its log is read, and its traces are collected
import { rm } from 'node:fs/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { countPages } from '#stages/render/print/pdf-pages.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { makeKey } from '#test/support/service/keys.ts'
import {
  API_KEY,
  endAllServices,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import { htmlPage, openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { startTraceCollector, type TraceCollector } from '#test/support/sites/trace-collector.ts'
import { reportClient } from '../report-client.ts'

/** The heading of the chapter of changes. */
const CHANGES = /<h2[^>]*>[^<]*(Changes|Changed)/

interface Created {
  readonly id: string
  readonly url: string
  readonly expires_at: string
}

describe('shared reports', function () {
  this.timeout(240_000)
  let folder: string
  let env: Record<string, string>
  let service: ServiceProcess
  let site: TargetSite
  let collector: TraceCollector
  let [batch, earlier] = ['', '']
  let log = ''

  before(async function () {
    requireBrowser(this)
    folder = await freshFolder('shares')
    const [port] = await freePorts(1)
    collector = await startTraceCollector()
    env = {
      ...{ DATA_DIR: folder, PORT: String(port), BATCH_HOST_DELAY_MS: '0', LOG_LEVEL: 'debug' },
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    }
    site = await openSite({
      routes: {
        '/start': (_, response) => htmlPage(response, '/start', '<a href="/gone">gone</a>'),
        '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('gone'),
      },
    })
    service = await startParts([], { env })
    const client = reportClient(service.url)
    const crawl = { operation: 'seo-audit', crawl: { seeds: [site.url('/start')] } }
    ;[earlier, batch] = [await client.submit(crawl), await client.submit(crawl)]
    await Promise.all([client.complete(earlier), client.complete(batch)])
  })
  after(async () => {
    await endAllServices()
    await site?.close()
    await collector?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const call = (
    path: string,
    { key = API_KEY, method = 'GET', body }: { key?: string; method?: string; body?: object } = {},
  ) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const share = async (body: object = {}, id = batch): Promise<Created> => {
    const answer = await call(`/batches/${id}/shares`, { method: 'POST', body })
    expect(answer.status).to.equal(201)
    return (await answer.json()) as Created
  }
  const errorOf = async (answer: Response) =>
    ((await answer.json()) as { error: { code: string } }).error.code

  it('show the report without a key, and name neither key nor service', async () => {
    const { id, url, expires_at } = await share({
      days: 7,
      title: 'Audit of <b>spring</b>',
      client: 'A & Sons',
    })
    expect(url).to.match(/\/shared\/[\w-]{32}$/)
    expect(Date.parse(expires_at) - Date.now()).to.be.within(6.9 * 86_400_000, 7 * 86_400_000)
    const answer = await fetch(url)
    const html = await answer.text()
    expect(answer.status).to.equal(200)
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    expect(answer.headers.get('content-security-policy')).to.include("default-src 'none'")
    expect(html).to.include('<meta name="robots" content="noindex">').and.include(site.url('/gone'))
    expect(html).not.to.include('/#/').and.not.include('pages_url')
    expect(html).not.to.include('<b>spring').and.not.include(id)
    expect(html).to.include('Audit of &lt;b&gt;spring').and.include('A &amp; Sons')
  })

  it('are printed', async () => {
    const { url } = await share({ title: 'Printed audit' })
    const answer = await fetch(`${url}?format=pdf&utm_source=mail`)
    expect(answer.status).to.equal(200)
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'application/pdf',
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
    })
    const pdf = Buffer.from(await answer.arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    expect(countPages(pdf)).to.be.within(1, 8)
    expect(pdf.toString('latin1')).to.include('/Title (Printed audit')
  })

  it('are listed without their tokens, for the owner alone', async () => {
    const { id, url, expires_at } = await share({ days: 1, title: 'Listed', client: 'Somebody' }, earlier)
    const listed = await call(`/batches/${earlier}/shares`)
    const text = await listed.text()
    expect(text).not.to.include(url.split('/').at(-1) as string)
    const { shares } = JSON.parse(text) as { shares: readonly { created_at: string }[] }
    expect(shares).to.deep.equal([
      { id, title: 'Listed', client: 'Somebody', created_at: shares[0]?.created_at, expires_at },
    ])
    const other = { key: await makeKey(service.url, { owner: 'another' }) }
    for (const [path, method] of [
      [`/batches/${earlier}/shares`, 'GET'],
      [`/batches/${earlier}/shares`, 'POST'],
      [`/batches/${earlier}/shares/${id}`, 'DELETE'],
      ['/batches/none/shares', 'GET'],
    ] as const) {
      const answer = await call(path, { ...other, method, ...(method === 'POST' && { body: {} }) })
      expect([answer.status, await errorOf(answer)], `${method} ${path}`).to.deep.equal([404, 'NOT_FOUND'])
    }
    expect((await fetch(url)).status).to.equal(200)
    expect((await call(`/batches/${earlier}/shares`, { key: '' })).status).to.equal(401)
  })

  it('compare with an earlier batch of the owner, and with no other', async () => {
    const [{ url }, plain] = [await share({ compare: earlier }), await share()]
    expect(await (await fetch(url)).text()).to.match(CHANGES)
    expect(await (await fetch(plain.url)).text()).not.to.match(CHANGES)
    const key = await makeKey(service.url, { owner: 'another' })
    const others = await reportClient(service.url, key).submit({
      operation: 'metadata',
      urls: [site.url('/start')],
    })
    for (const compare of ['none', others]) {
      const answer = await call(`/batches/${batch}/shares`, { method: 'POST', body: { compare } })
      expect([answer.status, await answer.json()]).to.deep.equal([
        400,
        {
          success: false,
          error: {
            code: 'VALIDATION_ERROR',
            message: 'compare must be the id of an earlier batch',
            details: { parameter: 'compare', reason: 'must be the id of an earlier batch' },
          },
        },
      ])
    }
  })

  it('are refused with everything that is wrong', async () => {
    for (const [body, parameter] of [
      [{ days: 0 }, 'days'],
      [{ days: 91 }, 'days'],
      [{ days: '7' }, 'days'],
      [{ owner: 'x' }, 'owner'],
      [{ logo: 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj48L3N2Zz4=' }, 'logo'],
      [{ logo: 'https://example.com/logo.png' }, 'logo'],
    ] as const) {
      const answer = await call(`/batches/${batch}/shares`, { method: 'POST', body })
      const { error } = (await answer.json()) as { error: { code: string; details: { parameter: string } } }
      expect([answer.status, error.code, error.details.parameter]).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        parameter,
      ])
    }
    const large = await call(`/batches/${batch}/shares`, {
      method: 'POST',
      body: { title: 'x'.repeat(170_000) },
    })
    expect([large.status, await errorOf(large)]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('that are none answer alike: wrong, malformed and revoked tokens', async () => {
    const { id, url } = await share()
    expect((await fetch(url)).status).to.equal(200)
    expect((await call(`/batches/${batch}/shares/${id}`, { method: 'DELETE' })).status).to.equal(204)
    expect((await call(`/batches/${batch}/shares/${id}`, { method: 'DELETE' })).status).to.equal(404)
    const token = url.split('/').at(-1) as string
    const wrong = [token, 'A'.repeat(32), 'x', encodeURIComponent('../admin\0'), 'z'.repeat(2000), id]
    const answers = await Promise.all(wrong.map((one) => fetch(`${service.url}/shared/${one}`)))
    const seen = await Promise.all(
      answers.map(async (answer) => {
        const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(answer.headers)
        return JSON.stringify([answer.status, headers, await answer.text()])
      }),
    )
    expect(new Set(seen).size, seen.join('\n')).to.equal(1)
    expect(seen[0])
      .to.include('"x-robots-tag":"noindex"')
      .and.include('NOT_FOUND')
      .and.match(/^\[404,/)
  })

  it('survive a restart', async () => {
    const { url } = await share({ title: 'Before the restart' })
    const html = await (await fetch(url)).text()
    await service.stop()
    log += service.stderr()
    service = await startParts([], { env })
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).to.deep.equal([200, html])
  })

  it('have their tokens in no log, metric and trace', async () => {
    const { url } = await share()
    const token = url.split('/').at(-1) as string
    await (await fetch(url)).text()
    await (await fetch(`${url}?format=pdf`)).arrayBuffer()
    await (await fetch(`${service.url}/shared/${token}x`)).text()
    await (await fetch(url, { method: 'POST' })).text()
    const metrics = await (await call('/metrics')).text()
    await service.stop()
    log += service.stderr() + service.stdout()
    expect(log).to.include('/shared/:token')
    expect(collector.spans).not.to.have.length(0)
    for (const text of [log, metrics, JSON.stringify(collector.spans)]) expect(text).not.to.include(token)
    expect(log).not.to.match(/\/shared\/[\w-]{32}/)
  })
})
