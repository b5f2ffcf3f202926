// own service: its browsers hang and are counted
import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import sharp from 'sharp'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { BATCH, binaryRequest, dataOf, outcomeRecord } from '#test/support/external/external-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { CLOSED_PORT } from '#test/support/sites/closed-port.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** Bands of 100 px, alternately red and blue, with a green box of 200 × 50 px. */
const bands: Route = (request, response) => {
  const height = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('height') ?? 300)
  const band = (_: unknown, index: number) =>
    `<div style="height:100px;background:${index % 2 ? '#00f' : '#f00'}"></div>`
  const style =
    '<style>*{margin:0}#box{position:absolute;top:120px;left:10px;width:200px;height:50px;background:#0f0}</style>'
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(
    `<!doctype html>${style}${Array.from({ length: height / 100 }, band).join('')}<div id="box"></div>`,
  )
}

const answer =
  (status: number, headers: Record<string, string>, body = ''): Route =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

describe('POST /snapshot, embedded', () => {
  let site: TargetSite
  let fixture: ServiceFixture
  const agents: string[] = []

  before('start the service', async function () {
    requireBrowser(this)
    this.timeout(120_000)
    const routes: Record<string, Route> = {
      '/bands': bands,
      '/never': () => undefined,
      '/gone': answer(404, { 'content-type': 'text/html' }, '<h1>Gone</h1>'),
      '/file': answer(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' }, 'PK'),
      '/to-refused': answer(302, { location: 'http://10.0.0.1/' }),
      '/agent': (request, response) => {
        agents.push(String(request.headers['user-agent']))
        htmlPage(response, '/agent')
      },
      '/alerts': (_, response) => htmlPage(response, '/alerts', '<script>for(;;)alert(1)</script>'),
      '/loop': (_, response) =>
        htmlPage(response, '/loop', '<script>onload=()=>setTimeout(()=>{for(;;);})</script>'),
    }
    site = await openSite({ hosts: 2, routes })
    fixture = await openEmbeddedService({})
  })
  after('stop the service', async () => {
    await fixture?.close()
    await site?.close()
  })

  async function shoot(
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const response = await fetch(`${fixture.service.url}/snapshot`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ waitUntil: 'load', ...body }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answered['body'],
    }
  }

  async function imageOf({ body }: Answered): Promise<Buffer> {
    const response = await fetch(String(body.screenshot_url))
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.equal(`image/${body.format}`)
    return Buffer.from(await response.arrayBuffer())
  }

  const errorOf = ({ status, body }: Answered) => [status, (body.error as { code: string }).code]

  it('answers with the image and all documented fields', async () => {
    const url = site.url('/bands')
    const answered = await shoot({ url })
    expect(answered.status, JSON.stringify(answered.body)).to.equal(200)
    const image = await imageOf(answered)
    const { screenshot_url, created_at, metadata, ...rest } = answered.body
    expect(rest).to.deep.equal({
      url,
      width: 1920,
      height: 1080,
      format: 'webp',
      size_bytes: image.length,
      checksum: createHash('sha256').update(image).digest('hex'),
      cached: false,
      cache_ttl_seconds: 86_400,
      viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 },
      options: { fullPage: false, blockAds: false, blockCookieBanners: false, selector: null },
    })
    expect(screenshot_url).to.match(new RegExp(`^${fixture.service.url}/images/[0-9a-f]{64}\\.webp$`))
    expect(Date.parse(String(created_at))).to.be.closeTo(Date.now(), 60_000)
    expect(metadata).to.have.all.keys('processing_time_ms', 'page_load_time_ms', 'requests_blocked')
    const { width, height, format } = await sharp(image).metadata()
    expect([width, height, format]).to.deep.equal([1920, 1080, 'webp'])
  })

  it('returns the cached image for a day, and a new one on request', async () => {
    const url = site.url('/bands?height=500')
    const first = await shoot({ url })
    const written = url.replace('http:', 'HTTP:')
    const again = await shoot({ url: written, quality: 'medium' })
    expect(again.body).to.include({
      url: written,
      cached: true,
      screenshot_url: first.body.screenshot_url,
      created_at: first.body.created_at,
    })
    expect(again.body.cache_ttl_seconds).to.be.within(86_300, 86_400)
    const part = await shoot({ url: `${url}#part` })
    expect(part.body).to.include({ url: `${url}#part`, cached: false })
    const anew = await shoot({ url }, { 'cache-control': 'no-cache' })
    expect(anew.body.cached).to.equal(false)
    expect(site.hits('/bands')).to.be.at.least(2)
  })

  it('renders the mobile page for a mobile device', async () => {
    const answered = await shoot({ url: site.url('/agent'), device: 'mobile', format: 'png' })
    expect(answered.body).to.include({ width: 750, height: 1334 })
    expect(answered.body.viewport).to.deep.equal({ width: 375, height: 667, deviceScaleFactor: 2 })
    expect(agents.at(-1)).to.include('Mobile').and.include('Safari')
  })

  for (const format of ['png', 'jpeg', 'webp']) {
    it(`captures the whole page, scale 2, as ${format}`, async () => {
      const viewport = { width: 400, height: 300, deviceScaleFactor: 2 }
      const answered = await shoot({ url: site.url('/bands?height=3000'), fullPage: true, viewport, format })
      expect(answered.body).to.include({ width: 800, height: 6000, format })
      const image = sharp(await imageOf(answered)).removeAlpha()
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
      const colours = Array.from({ length: 30 }, (_, band) => {
        const at = ((band * 200 + 100) * info.width + 700) * info.channels
        return (data[at] as number) > 128 ? 'red' : 'blue'
      })
      expect(colours).to.deep.equal(Array.from({ length: 30 }, (_, band) => (band % 2 ? 'blue' : 'red')))
    })
  }

  it('captures one element', async () => {
    const answered = await shoot({ url: site.url('/bands?height=3000'), selector: '#box', format: 'png' })
    expect(answered.body).to.include({ width: 200, height: 50 })
    const { dominant } = await sharp(await imageOf(answered)).stats()
    expect(dominant.g).to.be.above(200)
    expect(dominant.r + dominant.b).to.be.below(60)
  })

  it('inspects a page that answers 404 with HTML', async () => {
    expect((await shoot({ url: site.url('/gone') })).status).to.equal(200)
  })

  const tall = () => ({
    url: site.url('/bands?height=20000'),
    fullPage: true,
    viewport: { width: 320, height: 240 },
  })

  const failures: [what: string, body: () => Record<string, unknown>, status: number, code: string][] = [
    ['no such element', () => ({ url: site.url('/bands'), selector: '#none' }), 404, 'ELEMENT_NOT_FOUND'],
    ['no selector', () => ({ url: site.url('/bands'), selector: 'a[' }), 400, 'VALIDATION_ERROR'],
    ['a page that never comes', () => ({ url: site.url('/never'), timeout: 1000 }), 408, 'TIMEOUT'],
    ['a page that hangs after loading', () => ({ url: site.url('/loop'), timeout: 2000 }), 408, 'TIMEOUT'],
    ['a file', () => ({ url: site.url('/file') }), 422, 'URL_UNREACHABLE'],
    ['a redirect to a refused address', () => ({ url: site.url('/to-refused') }), 400, 'VALIDATION_ERROR'],
    ['nobody there', () => ({ url: `http://127.0.0.1:${CLOSED_PORT}/` }), 422, 'URL_UNREACHABLE'],
    ['what no WebP can hold', () => ({ ...tall(), format: 'webp' }), 413, 'PAGE_TOO_TALL'],
  ]
  for (const [title, body, status, code] of failures) {
    it(`answers ${title} with ${status} ${code}`, async () => {
      const answered = await shoot(body())
      expect(errorOf(answered), JSON.stringify(answered.body)).to.deep.equal([status, code])
    })
  }

  it('reports the height of a page that is too tall, and the formats that can hold it', async () => {
    const { body } = await shoot({ ...tall(), format: 'webp' })
    const { message } = body.error as { message: string }
    expect(message).to.include('20000 px tall').and.to.include('use format png or jpeg')
  })

  it('takes a page that webp cannot hold as jpeg where no format is asked for, and keeps it so', async () => {
    const answered = await shoot(tall())
    expect(answered.body).to.include({ width: 320, height: 20_000, format: 'jpeg', cached: false })
    expect(answered.body.screenshot_url).to.equal(
      `${fixture.service.url}/images/${answered.body.checksum}.jpeg`,
    )
    const { width, height, format } = await sharp(await imageOf(answered)).metadata()
    expect([width, height, format]).to.deep.equal([320, 20_000, 'jpeg'])
    const again = await shoot(tall())
    expect(again.body).to.include({
      format: 'jpeg',
      cached: true,
      screenshot_url: answered.body.screenshot_url,
    })
    expect(errorOf(await shoot({ ...tall(), format: 'webp' }))).to.deep.equal([413, 'PAGE_TOO_TALL'])
  })

  it('does not hang on a page with endless alerts, and the next one works', async () => {
    const answered = await shoot({ url: site.url('/alerts'), timeout: 3000 })
    expect([200, 408]).to.include(answered.status)
    expect((await shoot({ url: site.url('/after-alerts') })).status).to.equal(200)
  })

  it('answers a batch request with one result event', async () => {
    const id = randomUUID()
    const parameters = {
      url: site.url('/batch', 1),
      viewport: { width: '400', height: '300' },
      waitUntil: 'load',
    }
    await fixture.external.produce(BATCH, [binaryRequest(id, { operation: 'snapshot', parameters })])
    const record = await outcomeRecord(fixture.external, id)
    expect(record.topic).to.equal('result.snapshot')
    const { result } = dataOf(record) as { result: Record<string, unknown> }
    expect(result).to.include({ width: 400, height: 300, format: 'webp', cached: false })
  })
})
