import { createHash } from 'node:crypto'
import { expect } from 'chai'
import sharp from 'sharp'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'

/** Every key of the result, also of the objects inside (infra/docs/clients.md#snapshot). */
const keys = [
  ...['url', 'screenshot_url', 'width', 'height', 'format', 'size_bytes', 'checksum', 'cached'],
  ...['cache_ttl_seconds', 'viewport', 'options', 'created_at', 'metadata'],
]
/** Lifetime of a cached snapshot: 24 hours (infra/docs/clients.md#caches). */
const DAY_SECONDS = 86_400
/** A small image is made quickly. */
const small = { viewport: { width: 400, height: 300 }, waitUntil: 'load' } as const

/** Parameters, with the size of the image and the viewport (infra/docs/clients.md#device-presets). */
const sizes: readonly [Parameters, size: readonly number[], viewport: readonly number[]][] = [
  [{}, [1920, 1080], [1920, 1080, 1]],
  [{ device: 'mobile' }, [750, 1334], [375, 667, 2]],
  [{ device: 'tablet' }, [1536, 2048], [768, 1024, 2]],
  [{ device: 'mobile', viewport: { width: 800, height: 600 } }, [750, 1334], [375, 667, 2]],
  [{ viewport: { width: 320, height: 240, deviceScaleFactor: 3 } }, [960, 720], [320, 240, 3]],
  [{ viewport: { width: 3840, height: 2160 } }, [3840, 2160], [3840, 2160, 1]],
  [{ viewport: { width: 640 } }, [640, 1080], [640, 1080, 1]],
]

/** Options that are defaults or equivalent (infra/docs/clients.md#snapshot-parameters). */
const same: readonly Parameters[] = [
  { format: 'webp', quality: 80, fullPage: false, blockAds: false, blockCookieBanners: false },
  { quality: 'medium', omitBackground: false },
  { timeout: 30_000, waitFor: 0, waitUntil: 'networkidle2' },
  { device: 'desktop' },
  { viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 } },
  { device: 'desktop', viewport: { width: 800, height: 600 } },
]
/** Each differs from `small` in one option. */
const different: readonly Parameters[] = [
  ...[{ format: 'jpeg' }, { quality: 79 }, { quality: 'high' }, { fullPage: true }, { blockAds: true }],
  ...[{ blockCookieBanners: true }, { selector: 'h1' }, { timeout: 29_999 }, { waitFor: 1 }],
  ...[{ waitUntil: 'domcontentloaded' }, { viewport: { width: 400, height: 301 } }, { device: 'mobile' }],
]

export function snapshotsContract(fixture: ContractFixture): void {
  describe('results of snapshot', () => {
    before(function () {
      requireBrowser(this)
    })
    const shoot = (path: string, more: Parameters = {}, headers = {}) =>
      fixture.snapshot({ url: fixture.site.url(path), ...more }, { headers })

    async function shot(path: string, more: Parameters = {}, headers = {}) {
      const answer = await shoot(path, more, headers)
      expect(answer.status, answer.body.toString()).to.equal(200)
      return answer.json()
    }
    const imageOf = ({ screenshot_url }: { screenshot_url: string }, call = {}): Promise<Answer> =>
      fixture.call(new URL(screenshot_url).pathname, { key: null, ...call })

    it('have exactly the documented keys, and describe the served image', async () => {
      const result = await shot('/full', small)
      expect(result).to.have.all.keys(...keys)
      const { viewport, options, metadata, created_at, screenshot_url, checksum, size_bytes, ...rest } =
        result
      expect(viewport).to.deep.equal({ width: 400, height: 300, deviceScaleFactor: 1 })
      expect(options).to.deep.equal({
        fullPage: false,
        blockAds: false,
        blockCookieBanners: false,
        selector: null,
      })
      expect(metadata).to.have.all.keys('processing_time_ms', 'page_load_time_ms', 'requests_blocked')
      expect(metadata.requests_blocked).to.equal(0)
      expect(new Date(created_at).toISOString()).to.equal(created_at)
      expect(rest).to.deep.equal({
        url: fixture.site.url('/full'),
        width: 400,
        height: 300,
        format: 'webp',
        cached: false,
        cache_ttl_seconds: DAY_SECONDS,
      })
      const { body, headers } = await imageOf(result)
      expect(screenshot_url).to.equal(`${fixture.url}/images/${checksum}.webp`)
      expect([createHash('sha256').update(body).digest('hex'), body.length]).to.deep.equal([
        checksum,
        size_bytes,
      ])
      expect(headers).to.include({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(headers.etag).to.match(/^"[^"]+"$/)
    })

    it('images support HEAD, ETag, ranges, and ranges beyond the end', async () => {
      const result = await shot('/full', small)
      const { headers, body } = await imageOf(result)
      const head = await imageOf(result, { method: 'HEAD' })
      expect([head.status, head.headers['content-length']]).to.deep.equal([200, String(body.length)])
      const known = await imageOf(result, { headers: { 'If-None-Match': String(headers.etag) } })
      expect([known.status, known.body.length]).to.deep.equal([304, 0])
      const part = await imageOf(result, { headers: { Range: 'bytes=2-5' } })
      expect([part.status, part.headers['content-range']]).to.deep.equal([206, `bytes 2-5/${body.length}`])
      expect(part.body.equals(body.subarray(2, 6))).to.equal(true)
      const beyond = await imageOf(result, { headers: { Range: `bytes=${body.length}-` } })
      expect([beyond.status, beyond.headers['content-range']]).to.deep.equal([416, `bytes */${body.length}`])
    })

    for (const [parameters, size, viewport] of sizes) {
      it(`of ${JSON.stringify(parameters)} are ${size.join(' × ')}`, async () => {
        const result = await shot('/bare', { ...parameters, waitUntil: 'load' })
        const image = await sharp((await imageOf(result)).body).metadata()
        expect([result.width, result.height]).to.deep.equal(size)
        expect([image.width, image.height]).to.deep.equal(size)
        const { width, height, deviceScaleFactor } = result.viewport
        expect([width, height, deviceScaleFactor]).to.deep.equal(viewport)
      })
    }

    for (const format of ['png', 'jpeg', 'webp']) {
      it(`as ${format} are ${format}`, async () => {
        const result = await shot('/bare', { ...small, format })
        const { body, headers } = await imageOf(result)
        expect([result.format, headers['content-type']]).to.deep.equal([format, `image/${format}`])
        expect((await sharp(body).metadata()).format).to.equal(format)
      })
    }

    it('png has a transparent background with omitBackground, and an opaque one without', async () => {
      const alphaOf = async (omitBackground: boolean) => {
        const { body } = await imageOf(await shot('/bare', { ...small, format: 'png', omitBackground }))
        return (await sharp(body).stats()).isOpaque
      }
      expect([await alphaOf(true), await alphaOf(false)]).to.deep.equal([false, true])
    })

    it('are cached: the same image, the remaining lifetime, in the spelling of the caller', async () => {
      const first = await shot('/again', small)
      const again = await shot('/./again', small)
      const { cached, cache_ttl_seconds, url, ...rest } = again
      expect([cached, url]).to.deep.equal([true, fixture.site.url('/./again')])
      expect(cache_ttl_seconds).to.be.within(DAY_SECONDS - 60, DAY_SECONDS)
      const { cached: _c, cache_ttl_seconds: _t, url: _u, ...made } = first
      expect(rest).to.deep.equal(made)
      expect((await shot('/again', small, { 'Cache-Control': 'no-cache' })).cached).to.equal(false)
    })

    it('are made anew for each fragment, since the page may depend on it', async () => {
      await shot('/routed#one', small)
      expect((await shot('/routed#two', small)).cached).to.equal(false)
      expect((await shot('/routed#one', small)).cached).to.equal(true)
    })

    it('of a bot challenge are cached for a minute at most', async () => {
      expect((await shot('/wall', small)).cache_ttl_seconds).to.equal(60)
      const again = await shot('/wall', small)
      expect(again.cached).to.equal(true)
      expect(again.cache_ttl_seconds).to.be.within(1, 60)
    })

    it('share an entry for options that are equivalent to the defaults', async () => {
      const { screenshot_url } = await shot('/defaults')
      for (const options of same) {
        const result = await shot('/defaults', options)
        expect([result.cached, result.screenshot_url], JSON.stringify(options)).to.deep.equal([
          true,
          screenshot_url,
        ])
      }
    })

    it('have another entry for any different option, except the quality of a png', async () => {
      await shot('/options', small)
      const others = await Promise.all(different.map((options) => shot('/options', { ...small, ...options })))
      expect(others.map(({ cached }) => cached)).to.deep.equal(different.map(() => false))
      const png = { ...small, format: 'png' }
      await shot('/options', { ...png, quality: 10 })
      expect((await shot('/options', { ...png, quality: 'high' })).cached).to.equal(true)
    })

    it('of one element, and of the whole page, repeat the options of the request', async () => {
      const element = await shot('/full', { ...small, selector: 'h1', fullPage: true, blockAds: true })
      expect(element.options).to.deep.equal({
        fullPage: true,
        blockAds: true,
        blockCookieBanners: false,
        selector: 'h1',
      })
      expect(element.height).to.be.below(300)
      const whole = await shot('/tall?1000', { ...small, fullPage: true })
      expect([whole.width, whole.height]).to.deep.equal([400, 1000])
    })

    it("the target's own 4xx and 5xx are rendered, 200; so are documents of the browser other than HTML", async () => {
      for (const path of ['/absent', '/broken', '/text', '/red.png']) {
        expect((await shot(path, small)).width, path).to.equal(400)
      }
    })

    it('identical ones in flight are one inspection, each in its own spelling', async () => {
      fixture.site.hold('/held-shot')
      const spellings = ['/held-shot', '/./held-shot', '/x/../held-shot']
      const calls = spellings.map((path) =>
        fixture.snapshot({ url: fixture.site.url(path), ...small }, { headers: { Prefer: 'respond-async' } }),
      )
      const locations = (await Promise.all(calls)).map(({ headers }) => String(headers.location))
      fixture.site.release()
      for (const [at, location] of locations.entries()) {
        let answer = await fixture.call(location)
        while (answer.status === 202) answer = await fixture.call(location)
        expect(answer.json().url).to.equal(fixture.site.url(spellings[at] ?? ''))
      }
      expect(fixture.site.hits('/held-shot')).to.equal(1)
    })
  })
}
