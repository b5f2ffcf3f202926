import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

/** Paths that need no key (infra/docs/clients.md#authentication), and their answers. */
export function publicPathsContract(fixture: ContractFixture): void {
  describe('without key', () => {
    const open = (path: string) => fixture.call(path, { key: null })

    it('/healthz and /readyz report success', async () => {
      expect((await open('/healthz')).json()).to.deep.equal({ status: 'ok' })
      expect((await open('/readyz')).json()).to.deep.equal({ status: 'ready', missing: [], behind: [] })
    })

    it('/openapi.json is valid OpenAPI with this URL and each operation', async () => {
      const { status, headers, json } = await open('/openapi.json')
      expect([status, headers['content-type']]).to.deep.equal([200, 'application/json; charset=utf-8'])
      expect((await new Validator().validate(json())).valid).to.equal(true)
      expect(json().servers).to.deep.equal([{ url: fixture.url }])
      expect(json().paths['/snapshot']).to.have.all.keys('post')
      expect(json().paths['/metadata']).to.have.all.keys('get')
    })

    it('/asyncapi.json and the schemas of the events are available', async () => {
      expect((await open('/asyncapi.json')).json().asyncapi).to.match(/^3\./)
      for (const type of [
        'inspection.requested',
        'result.metadata',
        'result.snapshot',
        'inspection.failed',
      ]) {
        const { status, json } = await open(`/schemas/${type}.v1.json`)
        expect([status, json().$id]).to.deep.equal([200, `${fixture.url}/schemas/${type}.v1.json`])
      }
      expectC(await open('/schemas/other.v1.json'), 404, 'NOT_FOUND')
    })

    it('/docs is a page that loads only from its own origin', async () => {
      const { status, headers, body } = await open('/docs')
      expect([status, headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8'])
      expect(headers['content-security-policy'])
        .to.match(/default-src 'none'/)
        .and.not.match(/https?:|\*/)
      for (const [, source = ''] of body.toString().matchAll(/(?:src|href)="([^"]+)"/g)) {
        const file = new URL(source, `${fixture.url}/docs`)
        if (file.protocol === 'data:') continue
        expect(file.origin).to.equal(fixture.url)
        expect((await httpCall(fixture.url, file.pathname)).status, source).to.equal(200)
      }
    })

    it('documents are cached by ETag: 304 for a client that has them', async () => {
      for (const path of ['/openapi.json', '/asyncapi.json', '/docs', '/schemas/result.metadata.v1.json']) {
        const { headers } = await open(path)
        const again = await fixture.call(path, {
          key: null,
          headers: { 'If-None-Match': String(headers.etag) },
        })
        expect([path, again.status, again.body.length]).to.deep.equal([path, 304, 0])
        expect(again.headers.etag).to.equal(headers.etag)
      }
    })

    it('unknown images and bodies are 404 C', async () => {
      const hash = 'a'.repeat(64)
      const paths = [
        `/images/${hash}.png`,
        `/images/${hash}.gif`,
        '/images/x.png',
        '/images/..%2f..%2fetc%2fpasswd',
      ]
      for (const path of [...paths, `/bodies/${hash}.json`, `/bodies/${hash}.html`]) {
        expectC(await open(path), 404, 'NOT_FOUND')
      }
    })

    it('/metrics has metrics in the text format of Prometheus, and no URL, host or key', async () => {
      await fixture.metadata({ url: fixture.site.url('/secret-page') })
      await fixture.metadata({ url: fixture.site.url('/') }, { key: `pp_abcdefgh_${'y'.repeat(32)}` })
      const { headers, body } = await open('/metrics')
      const text = body.toString()
      expect(headers['content-type']).to.match(/^text\/plain; version=0\.0\.4/)
      expect(text).to.match(/^# TYPE \w+ counter$/m)
      for (const line of text.split('\n').filter((one) => one !== '')) {
        expect(line).to.match(
          /^(# (HELP|TYPE) .+|[a-zA-Z_:][\w:]*(\{.*\})? [-+.\deE]+|[a-zA-Z_:][\w:]*(\{.*\})? (NaN|[+-]Inf))$/,
        )
      }
      const { host, hostname } = new URL(fixture.site.url('/'))
      for (const secret of [
        host,
        hostname,
        'secret-page',
        'http://',
        fixture.names.site,
        ...fixture.key.split('_').slice(1),
      ]) {
        expect(text).not.to.include(secret)
      }
      expect(text).not.to.match(/pp_[A-Za-z0-9]{8}/)
    })
  })
}
