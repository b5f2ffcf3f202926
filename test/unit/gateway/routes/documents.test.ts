import { brotliDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { type DocumentsSite, openDocuments } from '#test/unit/gateway/documents/site.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

const PUBLIC_URL = 'https://probe.example'

describe('documents', () => {
  let site: DocumentsSite
  before(async () => {
    site = await openDocuments(PUBLIC_URL)
  })
  after(() => site.close())

  const submit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    httpCall(site.url, path, { headers, method })

  for (const [path, type] of [
    ['/openapi.json', 'application/json'],
    ['/asyncapi.json', 'application/json'],
    ['/schemas/', 'application/json'],
    ['/schemas/inspection.requested.v1.json', 'application/schema+json'],
    ['/schemas/result.metadata.v1.json', 'application/schema+json'],
    ['/schemas/result.snapshot.v1.json', 'application/schema+json'],
    ['/schemas/inspection.failed.v1.json', 'application/schema+json'],
    ['/docs', 'text/html'],
    ['/docs/start.js', 'text/javascript'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript'],
    ['/docs/swagger-ui.css', 'text/css'],
  ] as const) {
    it(`${path} is ${type}, with an ETag and a life in caches`, async () => {
      const { status, headers, body } = await submit(path)
      expect(status).to.equal(200)
      expect(headers['content-type']).to.equal(`${type}; charset=utf-8`)
      expect(headers['cache-control']).to.match(/^public, max-age=[1-9]\d*$/)
      expect(body.length).to.be.above(100)
      const tag = headers.etag ?? ''
      expect(tag).to.match(/^W\/"[\w-]+"$/)
      const again = await submit(path, { 'If-None-Match': tag })
      expect([again.status, again.headers.etag, again.body.length]).to.deep.equal([304, tag, 0])
      expect((await submit(path, { 'If-None-Match': 'W/"other"' })).status).to.equal(200)
    })

    it(`${path} answers HEAD`, async () => {
      const { status, headers, body } = await submit(path, {}, 'HEAD')
      expect([status, body.length]).to.deep.equal([200, 0])
      expect(headers['content-type']).to.include(type)
      expect(headers).to.include.keys('etag', 'cache-control')
    })
  }

  it('are compressed as requested, with the same bytes each time', async () => {
    const plain = await submit('/openapi.json', { 'Accept-Encoding': 'identity' })
    const packed = await submit('/openapi.json', { 'Accept-Encoding': 'br' })
    expect(plain.headers['content-encoding']).to.equal(undefined)
    expect(packed.headers).to.include({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(packed.body).equals(plain.body)).to.equal(true)
  })

  it('contain the public address', async () => {
    expect((await submit('/openapi.json')).json().servers).to.deep.equal([{ url: PUBLIC_URL }])
    const { $id } = (await submit('/schemas/result.metadata.v1.json')).json()
    expect($id).to.equal(`${PUBLIC_URL}/schemas/result.metadata.v1.json`)
  })

  it('allow scripts on the page only, and only those of its origin', async () => {
    const policy = String((await submit('/docs')).headers['content-security-policy'])
    expect(policy.split('; ')).to.include.members([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
    ])
    expect(policy).not.to.match(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
    expect((await submit('/docs')).headers['x-frame-options']).to.equal('DENY')
    const { headers } = await submit('/docs/swagger-ui.css')
    expect(headers['content-security-policy']).to.equal("default-src 'none'")
  })

  it('have the schema of each type of event at its URL', async () => {
    const { schemas } = (await submit('/schemas/')).json()
    expect(schemas.map(({ type }: { type: string }) => type)).to.have.members([
      'inspection.requested.v1',
      'result.snapshot.v1',
      'result.metadata.v1',
      'result.performance.v1',
      'result.seo-audit.v1',
      'inspection.failed.v1',
      'result.site-report.v1',
    ])
    for (const { title, url } of schemas) {
      const schema = (await submit(url.replace(PUBLIC_URL, ''))).json()
      expect([schema.$id, schema.title]).to.deep.equal([url, title])
    }
  })

  it('are 404 for an unknown type of event', async () => {
    expect((await submit('/schemas/page.fetched.v1.json')).status).to.equal(404)
  })
})
