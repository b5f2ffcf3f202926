import { expect } from 'chai'
import sharp from 'sharp'
import { eventually } from '#test/contract/eventually.ts'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import { slowSvg } from '#test/unit/stages/fetch/images/hostile-images.ts'
import type { ContractCall, ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

const MAX_BYTES = 200_000
const blue = { r: 51, g: 102, b: 153, alpha: 1 }
const plain = (width: number, height: number, background: object = blue) =>
  sharp({ create: { width, height, channels: 4, background } })
const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const
const svg = (inside: string, head = '') =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">${inside}</svg>`)
const field = '<rect width="300" height="200" fill="#336699"/>'
const entities = Array.from(
  { length: 30 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
).join('')

/** Images by path, with their media types. */
async function makeImages(): Promise<Record<string, [type: string, body: Buffer]>> {
  const half = await plain(200, 400, { r: 255, g: 0, b: 0, alpha: 1 }).png().toBuffer()
  const png = await plain(1200, 630).png().toBuffer()
  const frames = await Promise.all(
    [blue, { r: 255, g: 0, b: 0 }].map((one) => plain(40, 30, one).png().toBuffer()),
  )
  const clear = plain(400, 400, { r: 0, g: 0, b: 0, alpha: 0 })
  const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } })
  return {
    '/og.png': ['image/png', png],
    '/noise.jpg': ['image/jpeg', await photo.jpeg({ quality: 90 }).toBuffer()],
    '/half.png': [
      'image/png',
      await clear
        .composite([{ input: half, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    ],
    '/turned.jpg': ['image/jpeg', await plain(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()],
    '/icon.webp': ['image/webp', await plain(16, 16).webp({ lossless: true }).toBuffer()],
    '/moving.gif': [
      'image/gif',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    ],
    '/cmyk.jpg': ['image/jpeg', await plain(90, 60).toColourspace('cmyk').jpeg().toBuffer()],
    '/drawn.svg': ['image/svg+xml', svg(field)],
    '/mislabelled': ['text/html', png],
    '/broken.png': ['image/png', png.subarray(0, 100)],
    '/page.html': ['text/html', Buffer.from('<!doctype html><title>Page</title>')],
    '/bomb.svg': ['image/svg+xml', svg('<text>&e30;</text>', `<!DOCTYPE svg [<!ENTITY e0 "x">${entities}]>`)],
    '/pixels.png': ['image/png', await plain(10_000, 5001).png().toBuffer()],
    '/long.svg': ['image/svg+xml', svg(field + ' '.repeat(262_144))],
    '/slow.svg': ['image/svg+xml', slowSvg()],
    '/long.bin': ['image/png', Buffer.alloc(10_485_761)],
  }
}

/** `GET /thumbnail` (infra/docs/clients.md#thumbnails). */
export function thumbnailsContract(fixture: ContractFixture): void {
  describe('thumbnails', () => {
    let site: TargetSite
    before(async () => {
      const images = await makeImages()
      const routes = Object.entries(images).map(([path, [type, body]]): [string, Route] => [
        path,
        (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body),
      ])
      const to = (location: string): Route => {
        return (_request, response) => void response.writeHead(302, { location }).end()
      }
      site = await openSite({
        routes: {
          ...Object.fromEntries(routes),
          '/robots.txt': (_, response) => void response.end('user-agent: PageProbeBot\ndisallow: /closed\n'),
          '/gone.png': (_, response) => void response.writeHead(404).end(images['/og.png']?.[1]),
          '/moved': to('/og.png'),
          '/inside': to('http://10.1.2.3/a.png'),
          '/to-closed': to('/closed.png'),
          '/never.png': () => undefined,
        },
      })
    })
    after(() => site.close())

    const ask = (url: string, width?: number, call?: ContractCall): Promise<Answer> =>
      fixture.call(
        `/thumbnail?${new URLSearchParams({ url, ...(width !== undefined && { width: String(width) }) })}`,
        call,
      )
    const get = (path: string, width?: number) => ask(site.url(path), width)

    async function expectImage(answer: Answer, width: number, height: number) {
      expect(answer.status, answer.body.toString().slice(0, 300)).to.equal(200)
      const { headers, body } = answer
      const read = await sharp(body).metadata()
      expect([read.format, read.width, read.height, read.pages]).to.deep.equal([
        'webp',
        width,
        height,
        undefined,
      ])
      expect([read.exif, read.icc, read.xmp, read.orientation]).to.deep.equal(Array(4).fill(undefined))
      expect(body.length).to.be.at.most(MAX_BYTES)
      expect(headers).to.include({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=3600',
        'content-security-policy': "default-src 'none'",
        'content-length': String(body.length),
      })
      return { headers, body, read }
    }
    async function pixel(body: Buffer, left: number, top: number): Promise<number[]> {
      const one = sharp(body).ensureAlpha().extract({ left, top, width: 1, height: 1 })
      return [...(await one.raw().toBuffer())]
    }
    function near(found: readonly number[], expected: readonly number[]): void {
      for (const [at, value] of expected.entries()) expect(found[at], `${found}`).to.be.closeTo(value, 6)
    }
    const BLUE = [51, 102, 153, 255]

    it('are 320 wide, and know their source', async () => {
      const { headers, body } = await expectImage(await get('/og.png'), 320, 168)
      expect(headers).to.include({ 'x-thumbnail-source-width': '1200', 'x-thumbnail-source-height': '630' })
      near(await pixel(body, 160, 84), BLUE)
    })

    it('have at most 200,000 bytes, also of a noisy picture of 12 megapixels', async () => {
      const answer = await get('/noise.jpg', 1280)
      const { width, height } = await sharp(answer.body).metadata()
      expect(width).to.be.within(640, 1280)
      expect(width / height).to.be.closeTo(4 / 3, 0.01)
      const { read, body } = await expectImage(answer, width, height)
      expect(read.hasAlpha).to.equal(false)
      expect(body.length).to.be.above(MAX_BYTES / 2)
    })

    it('keep transparency', async () => {
      const { read, body } = await expectImage(await get('/half.png', 200), 200, 200)
      expect(read.hasAlpha).to.equal(true)
      near(await pixel(body, 40, 100), [255, 0, 0, 255])
      expect((await pixel(body, 160, 100))[3]).to.equal(0)
    })

    it('stand as the EXIF orientation says', async () => {
      const { headers } = await expectImage(await get('/turned.jpg'), 200, 300)
      expect(headers).to.include({ 'x-thumbnail-source-width': '200', 'x-thumbnail-source-height': '300' })
    })

    it('are never enlarged, and of an animation the first frame', async () => {
      await expectImage(await get('/icon.webp', 1280), 16, 16)
      near(await pixel((await expectImage(await get('/moving.gif'), 40, 30)).body, 20, 15), BLUE)
    })

    it('are made of any format, whatever its type is said to be, and after redirects', async () => {
      await expectImage(await get('/cmyk.jpg'), 90, 60)
      near(await pixel((await expectImage(await get('/drawn.svg', 150), 150, 100)).body, 9, 9), BLUE)
      await expectImage(await get('/mislabelled'), 320, 168)
      await expectImage(await get('/moved'), 320, 168)
    })

    it('have the same headers for HEAD, and are not compressed', async () => {
      const headers = { 'Accept-Encoding': 'br, gzip, zstd' }
      const { headers: whole } = await ask(site.url('/noise.jpg'), 320, { headers })
      expect(whole).not.to.have.property('content-encoding')
      const { status, headers: head, body } = await ask(site.url('/noise.jpg'), 320, { method: 'HEAD' })
      expect([status, body.length]).to.deep.equal([200, 0])
      expect(head).to.include({ 'content-type': 'image/webp', 'content-length': whole['content-length'] })
    })

    const failures: [path: string, status: number, code: string, details: object][] = [
      ['/gone.png', 422, 'URL_UNREACHABLE', { reason: 'http_error', status_code: 404 }],
      ['/page.html', 422, 'UNSUPPORTED_CONTENT', { content_type: 'text/html' }],
      ['/broken.png', 422, 'UNSUPPORTED_CONTENT', { content_type: 'image/png' }],
      ['/bomb.svg', 422, 'UNSUPPORTED_CONTENT', { content_type: 'image/svg+xml' }],
      ['/pixels.png', 422, 'UNSUPPORTED_CONTENT', { content_type: 'image/png' }],
      ['/long.svg', 422, 'RESPONSE_TOO_LARGE', { limit_bytes: 262_144 }],
      ['/long.bin', 422, 'RESPONSE_TOO_LARGE', { limit_bytes: 10_485_760 }],
      ['/inside', 400, 'INVALID_URL', { reason: 'address_not_allowed' }],
      ['/never.png', 422, 'TIMEOUT', { timeout_ms: 8000 }],
      ['/slow.svg', 422, 'TIMEOUT', { timeout_ms: 8000 }],
    ]
    for (const [path, status, code, details] of failures) {
      it(`report ${path}: ${status} ${code}`, async () => {
        const answer = await get(path)
        const url = site.url(path)
        const found = expectC(answer, status, code, ['url', ...Object.keys(details)])
        expect(found).to.deep.equal({ url, ...details })
      })
    }

    it('report a name without address', async () => {
      const unknown = await ask('http://no-such-host.contract-tests.com/a.png')
      expect(expectC(unknown, 422, 'URL_UNREACHABLE', ['url', 'reason', 'status_code'])).to.include({
        reason: 'dns_failure',
        status_code: null,
      })
    })

    it('obey the robots.txt that names this service, also after a redirect', async () => {
      const keys = ['url', 'robots_txt_url', 'user_agent']
      const url = site.url('/closed.png')
      for (const path of ['/closed.png', '/to-closed']) {
        const details = expectC(await get(path), 403, 'ROBOTS_TXT_BLOCKED', keys)
        expect(details).to.deep.equal({
          url,
          robots_txt_url: site.url('/robots.txt'),
          user_agent: 'PageProbeBot',
        })
      }
      expect(site.hits('/closed.png')).to.equal(0)
    })

    it('count against a limit of their own', async () => {
      const key = await fixture.makeKey({ scopes: ['batch'], limits: { thumbnail: 1 } })
      const first = await ask(site.url('/icon.webp'), 16, { key })
      expect([first.status, first.headers['x-ratelimit-remaining']]).to.deep.equal([200, '0'])
      expectC(await ask(site.url('/icon.webp'), 16, { key }), 429, 'RATE_LIMIT_EXCEEDED', [
        'limit',
        'remaining',
        'reset',
        'reset_after',
      ])
    })

    it('leave inspections alone while many are made of images that never come', async () => {
      const statuses = new Set<number>()
      const busy = Array.from({ length: 40 }, async () => statuses.add((await get('/never.png')).status))
      await eventually(() => statuses.has(503))
      const { status, json } = await fixture.metadata({ url: site.url('/busy'), fields: 'basic' })
      expect([status, json().title]).to.deep.equal([200, 'Page /busy'])
      expect([...statuses]).to.deep.equal([503])
      await Promise.all(busy)
      expect([...statuses]).to.have.members([422, 503])
    })
  })
}
