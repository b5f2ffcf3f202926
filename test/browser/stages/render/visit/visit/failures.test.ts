import { createServer as createSecureServer } from 'node:https'
import { expect } from 'chai'
import type { EgressProxy } from '#stages/render/adapters/egress-proxy/egress-proxy.ts'
import { answer, page, silence, to } from '#test/site/hostile/pages.ts'
import { atClosedPort } from '#test/support/sites/closed-port.ts'
import { issuedCertificate } from '#test/unit/stages/render/adapters/egress-proxy/issued-certificate.ts'
import {
  closing,
  listening,
  type Target,
  type TestProxyOptions,
  testProxy,
} from '#test/unit/stages/render/adapters/egress-proxy/loopback.ts'
import { maxBytes, visiting } from '../visiting.ts'

const script = (code: string) => page(`<p>Here</p><script>${code}</script>`)
/** Allowed for nobody. */
const inside = 'http://127.0.0.9:9999/'
const html = { 'content-type': 'text/html' }

describe('visit: failures', () => {
  const targets = closing()
  const { visit, failure, site } = visiting({
    '/silence': silence,
    '/to-inside': to(inside),
    '/script-inside': script(`location = '${inside}'`),
    '/refresh-inside': page(`<meta http-equiv="refresh" content="0;url=${inside}">`),
    '/later-inside': script(`onload = () => setTimeout(() => { location = '${inside}' }, 50)`),
    '/loop': to('/loop'),
    '/bad-redirect': to('http://['),
    '/unsafe-port': to('http://127.0.0.2:25/'),
    '/to-credentials': (request, response) => to(`http://u:p@${request.headers.host}/ok`)(request, response),
    '/to-redirect': to('/to-javascript'),
    '/blank': script('location = "about:blank"'),
    '/blob': script('location = URL.createObjectURL(new Blob(["<p>x"], { type: "text/html" }))'),
    '/reset': (_request, response) => void response.destroy(),
    '/cut': (_request, response) => {
      response.writeHead(200, { ...html, 'content-length': '1000' }).write('<p>Cut')
      setTimeout(() => response.destroy(), 50)
    },
    '/not-http': (request) => void request.socket.end('Hello\r\n\r\n'),
    '/not-gzip': answer(200, { ...html, 'content-encoding': 'gzip' }, 'plain'),
    '/zip': answer(200, { 'content-type': 'application/zip' }, 'PK'),
    '/pdf': answer(200, { 'content-type': 'application/pdf' }, '%PDF-1.4'),
    '/attachment': answer(200, { ...html, 'content-disposition': 'attachment' }, '<p>x'),
    '/204': answer(204),
    '/205': answer(205),
    '/large': answer(200, html, 'x'.repeat(100_000)),
    '/large-parts': page('<p>Here<script>fetch("/large")</script>'),
    ...Object.fromEntries(
      [
        'file:///etc/passwd',
        'data:text/html,x',
        'javascript:1',
        'ftp://127.0.0.2/',
        'chrome://version',
        'mailto:a@b.c',
        'about:blank',
      ].map((url) => [`/to-${url.split(':')[0]}`, to(url)]),
    ),
  })
  afterEach(() => targets.closeAll())

  function proxy(options: TestProxyOptions = {}): Promise<EgressProxy> {
    return targets.open(testProxy({ allow: '127.0.0.0/29:*', ...options }))
  }
  const invalid = (path: string, reason: string) => ({
    code: 'INVALID_URL',
    details: { url: site().url(path), reason },
  })
  const unreachable = (url: string, reason: string) => ({
    code: 'URL_UNREACHABLE',
    details: { url, reason, status_code: null },
  })

  it('goes through the proxy', async () => {
    const { status } = await visit('/ok', {}, { proxy: await proxy() })
    expect(status).to.equal(200)
  })

  for (const path of ['/to-inside', '/script-inside', '/refresh-inside']) {
    for (const waitUntil of ['load', 'networkidle2'] as const) {
      it(`${path} leads to a refused target (${waitUntil})`, async () => {
        const found = await failure(path, { waitUntil }, { proxy: await proxy() })
        expect(found).to.deep.equal(invalid(path, 'address_not_allowed'))
      })
    }
  }
  it('rejects a refused target during `waitFor` as well', async () => {
    const path = '/later-inside'
    const found = await failure(path, { waitFor: 1000 }, { proxy: await proxy() })
    expect(found).to.deep.equal(invalid(path, 'address_not_allowed'))
  })

  for (const scheme of ['file', 'data', 'javascript', 'ftp', 'chrome', 'mailto', 'about']) {
    it(`a redirect to ${scheme}: is refused`, async () => {
      const path = `/to-${scheme}`
      const found = await failure(path, {}, { proxy: await proxy() })
      expect(found).to.deep.equal(invalid(path, 'scheme_not_allowed'))
    })
  }
  it('refuses a redirect to a redirect to javascript:', async () => {
    const found = await failure('/to-redirect', {}, { proxy: await proxy() })
    expect(found).to.deep.equal(invalid('/to-redirect', 'scheme_not_allowed'))
  })
  for (const path of ['/blank', '/blob']) {
    it(`${path} leaves the web`, async () => {
      expect(await failure(path, { waitUntil: 'networkidle0' })).to.deep.equal(
        invalid(path, 'scheme_not_allowed'),
      )
    })
  }
  it('refuses a redirect with credentials', async () => {
    expect(await failure('/to-credentials')).to.deep.equal(
      invalid('/to-credentials', 'credentials_not_allowed'),
    )
  })
  it('refuses a redirect to a port that browsers block', async () => {
    expect(await failure('/unsafe-port')).to.deep.equal(invalid('/unsafe-port', 'port_not_allowed'))
  })

  for (const [path, reason] of [
    ['/reset', 'connection_reset'],
    ['/cut', 'connection_reset'],
    ['/not-http', 'invalid_response'],
    ['/not-gzip', 'invalid_response'],
    ['/bad-redirect', 'invalid_response'],
    ['/loop', 'too_many_redirects'],
  ] as const) {
    it(`${path} is unreachable: ${reason}`, async () => {
      const found = await failure(path, {}, { proxy: await proxy() })
      expect(found).to.deep.equal(unreachable(site().url(path), reason))
    })
  }
  it('reports a closed port as unreachable', async () => {
    const url = atClosedPort(site().url('/'))
    const found = await failure(url, {}, { proxy: await proxy() })
    expect(found).to.deep.equal(unreachable(url, 'connection_refused'))
  })
  for (const scheme of ['http', 'https']) {
    it(`a name without address is unreachable by ${scheme}`, async () => {
      const url = `${scheme}://nobody.example.org/`
      expect(await failure(url, {}, { proxy: await proxy() })).to.deep.equal(unreachable(url, 'dns_failure'))
    })
  }

  for (const requestCert of [false, true]) {
    it(`a certificate of nobody known is a TLS error${requestCert ? ', asked for ours or not' : ''}`, async () => {
      const certificate = await issuedCertificate('http://127.0.0.2/')
      const server = createSecureServer(
        { ...certificate, requestCert },
        (_request, response) => void response.end('x'),
      )
      const target: Target = await targets.open(listening(server))
      const url = `https://127.0.0.1:${target.port}/`
      expect(await failure(url, {}, { proxy: await proxy() })).to.deep.equal(unreachable(url, 'tls_error'))
    })
  }

  for (const [path, content_type, status_code] of [
    ['/zip', 'application/zip', 200],
    ['/pdf', 'application/pdf', 200],
    ['/attachment', 'text/html', 200],
    ['/204', null, 204],
    ['/205', null, 205],
  ] as const) {
    it(`${path} is not a page that a browser can show`, async () => {
      const details = { url: site().url(path), content_type, status_code }
      expect(await failure(path)).to.deep.equal({ code: 'UNSUPPORTED_CONTENT', details })
    })
  }

  for (const path of ['/large', '/large-parts']) {
    it(`${path} is more than a page may load`, async () => {
      const small = await proxy({ limits: { maxBytes: 50_000 } })
      const found = await failure(path, { waitUntil: 'networkidle0' }, { proxy: small })
      const details = { url: site().url(path), limit_bytes: maxBytes }
      expect(found).to.deep.equal({ code: 'RESPONSE_TOO_LARGE', details })
    })
  }
})
