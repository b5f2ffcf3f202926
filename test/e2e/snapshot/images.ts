import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { postSnapshot } from '#test/support/service/api-client.ts'
import type { OpenServiceFixture, ServiceFixture } from '#test/support/service/service-fixture.ts'
import { htmlPage, openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The images of snapshots, which clients get from the gateway without a key (infra/docs/clients.md#images). */
export function snapshotImagesContract(name: string, open: OpenServiceFixture): void {
  describe(`Images of snapshots: ${name}`, () => {
    let site: TargetSite
    let fixture: ServiceFixture
    let url: string
    let image: Buffer
    let result: Readonly<Record<string, unknown>>

    before('take a snapshot', async function () {
      requireBrowser(this)
      this.timeout(150_000)
      const routes = {
        '/text': (_: unknown, response: Parameters<typeof htmlPage>[0]) =>
          htmlPage(response, '/text', '<p>word</p>'.repeat(300)),
      }
      site = await openSite({ routes })
      fixture = await open()
      const { json } = await postSnapshot(fixture.service.url, { url: site.url('/text'), format: 'png' })
      result = json ?? {}
      url = String(result.screenshot_url)
      image = Buffer.from(await (await fetch(url)).arrayBuffer())
    })
    after('stop the service', async () => {
      await fixture?.close()
      await site?.close()
    })

    const ask = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers })
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

    it('are named by their content', () => {
      const hash = createHash('sha256').update(image).digest('hex')
      expect(url).to.equal(`${fixture.service.url}/images/${hash}.png`)
      expect(result).to.include({ checksum: hash, size_bytes: image.length })
      expect(image.subarray(1, 4).toString()).to.equal('PNG')
    })

    it('may be cached forever, and embedded by any site', async () => {
      const { status, headers } = await ask()
      expect(status).to.equal(200)
      expect(headers.get('content-type')).to.equal('image/png')
      expect(headers.get('cache-control')).to.equal(FOREVER)
      expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
      expect(headers.get('accept-ranges')).to.equal('bytes')
      expect(headers.get('etag')).to.match(/^"[^"]+"$/)
    })

    it('are compressed only by their format', async () => {
      for (const coding of ['br', 'gzip', 'zstd']) {
        const answer = await ask({ 'accept-encoding': coding })
        expect(answer.headers.get('content-encoding'), coding).to.equal(null)
        expect(answer.headers.get('content-length')).to.equal(String(image.length))
        expect((await bytesOf(answer)).equals(image)).to.equal(true)
      }
    })

    it('support HEAD', async () => {
      const answer = await ask({}, 'HEAD')
      expect([answer.status, answer.headers.get('content-length')]).to.deep.equal([200, String(image.length)])
      expect(answer.headers.get('etag')).to.equal((await ask()).headers.get('etag'))
      expect((await bytesOf(answer)).length).to.equal(0)
    })

    it('are not sent again to a client that has them', async () => {
      const etag = String((await ask()).headers.get('etag'))
      for (const known of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
        const answer = await ask({ 'if-none-match': known })
        expect([answer.status, (await bytesOf(answer)).length], known).to.deep.equal([304, 0])
        expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).to.deep.equal([
          etag,
          FOREVER,
        ])
      }
      expect((await ask({ 'if-none-match': '"x"' })).status).to.equal(200)
    })

    it('support ranges (RFC 9110, section 14)', async () => {
      const { length } = image
      const ranges: Record<string, [first: number, last: number]> = {
        'bytes=0-9': [0, 9],
        'bytes=10-': [10, length - 1],
        'bytes=-5': [length - 5, length - 1],
        [`bytes=20-${length * 2}`]: [20, length - 1],
      }
      for (const [range, [first, last]] of Object.entries(ranges)) {
        const answer = await ask({ range })
        expect(answer.status, range).to.equal(206)
        expect(answer.headers.get('content-range')).to.equal(`bytes ${first}-${last}/${length}`)
        expect((await bytesOf(answer)).equals(image.subarray(first, last + 1))).to.equal(true)
      }
      const beyond = await ask({ range: `bytes=${length}-` })
      expect([beyond.status, beyond.headers.get('content-range')]).to.deep.equal([416, `bytes */${length}`])
      expect((await ask({ range: 'bytes=0-9', 'if-range': '"x"' })).status).to.equal(200)
    })

    it('are 404 for unknown names', async () => {
      const files = [`${'0'.repeat(64)}.png`, 'x.png', '..%2fkeys', url.replace(/^.*\/(.*)png$/, '$1webp')]
      for (const file of files) {
        const answer = await fetch(`${fixture.service.url}/images/${file}`)
        expect(answer.status, file).to.equal(404)
        expect(await answer.json()).to.have.nested.property('error.code', 'NOT_FOUND')
      }
    })
  })
}
