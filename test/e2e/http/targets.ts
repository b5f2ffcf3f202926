import { expect } from 'chai'
import type { ContractCall, ContractFixture } from './contract-fixture.ts'
import { expectA, expectB, expectC } from './shapes.ts'

/** Blocked addresses, with each edge of the ranges (infra/docs/clients.md#targets). */
const inside = [
  ...['http://localhost/', 'https://LOCALHOST:8443/x', 'http://app.localhost/', 'http://localhost./'],
  ...['http://127.0.0.1/', 'http://127.0.0.1:8080/', 'http://127.255.255.255/', 'http://0.0.0.0/'],
  ...['http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/'],
  ...['http://10.0.0.0/', 'http://10.255.255.255/', 'http://192.168.0.0/', 'http://192.168.255.255/'],
  ...['http://172.16.0.0/', 'http://172.31.255.255/'],
  ...[
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://metadata.goog/',
  ],
  ...[
    'http://intranet/',
    'http://db.internal/',
    'http://printer.local/',
    'http://wiki.corp/',
    'http://nas.lan/',
  ],
  ...['http://2130706433/', 'http://0x7f.1/', 'http://017700000001/', 'http://127.1/'],
  ...['http://[fc00::1]/', 'http://[fe80::1]/', 'http://[::ffff:10.0.0.1]/', 'http://[64:ff9b::7f00:1]/'],
]

/** Public addresses beside the ranges. */
const beside = [
  ...['http://9.255.255.255/', 'http://11.0.0.0/', 'http://172.15.255.255/', 'http://172.32.0.0/'],
  ...['http://192.167.255.255/', 'http://192.169.0.0/', 'https://[2606:4700::1]/'],
]

const noUrls = [
  ...['', ' ', 'shop.example', '/path', '//shop.example/', 'http://', 'http:///', 'http://[', 'http://a b/'],
  ...['http://shop.example:99999/', 'ftp://shop.example/', 'file:///etc/passwd', 'javascript:alert(1)'],
  ...[
    'data:text/html,x',
    'gopher://shop.example/',
    'ws://shop.example/',
    'mailto:a@shop.example',
    'about:blank',
  ],
  ...['http://user@shop.example/', 'http://user:secret@shop.example/', 'https://:secret@shop.example/'],
]

/** The longest URL that is accepted (infra/docs/clients.md#limits). */
const LONGEST = 8192

export function targetsContract(fixture: ContractFixture): void {
  describe('targets', () => {
    let spent: string
    before(async () => {
      spent = await fixture.makeKey({ limits: { metadata: 0, snapshot: 0, thumbnail: 0 } })
    })
    const thumbnail = (url: string, call?: ContractCall) =>
      fixture.call(`/thumbnail?${new URLSearchParams({ url })}`, call)
    /** The reason why a thumbnail of the target is refused. */
    async function refusedThumbnail(url: string): Promise<unknown> {
      const details = expectC(await thumbnail(url), 400, 'INVALID_URL', ['url', 'reason'])
      expect(details.url).to.equal(url)
      return details.reason
    }

    for (const url of inside) {
      it(`${url} is blocked`, async () => {
        expect(expectB(await fixture.metadata({ url }), 400)).to.match(/^url must not /)
        const details = expectA(await fixture.snapshot({ url }), 400, 'VALIDATION_ERROR')
        expect(details).to.have.length(1)
        expect(details[0]).to.include({ code: 'custom', expected: 'public http(s) URL', received: url })
        expect(details[0]?.path).to.deep.equal(['url'])
        expect(await refusedThumbnail(url)).to.be.oneOf(['address_not_allowed', 'name_not_allowed'])
      })
    }

    it('a name of a private address is blocked, and the answer does not contain the address', async () => {
      const url = `http://${fixture.names.inside}/`
      const message = expectB(await fixture.metadata({ url }), 400)
      expect(message).to.match(/^url /)
      const [detail] = expectA(await fixture.snapshot({ url }), 400, 'VALIDATION_ERROR')
      expect([detail?.received, detail?.message]).to.deep.equal([url, message])
      expect(await refusedThumbnail(url)).to.equal('address_not_allowed')
    })

    it('a port of another service is blocked', async () => {
      for (const port of [22, 25, 6379, 9200, 11_211, 10_250]) {
        const url = `http://11.0.0.1:${port}/`
        expect(expectB(await fixture.metadata({ url }), 400)).to.match(/^url .*port/)
        expect(await refusedThumbnail(url)).to.equal('port_not_allowed')
      }
    })

    for (const url of beside) {
      it(`${url} is not blocked: the next check, the quota, answers`, async () => {
        expect((await fixture.metadata({ url }, { key: spent })).status).to.equal(429)
        expect((await fixture.snapshot({ url }, { key: spent })).status).to.equal(429)
        expect((await thumbnail(url, { key: spent })).status).to.equal(429)
      })
    }

    for (const url of noUrls) {
      it(`${JSON.stringify(url)} is not a URL that can be inspected`, async () => {
        const message = 'url must be a valid http or https URL'
        expect(expectB(await fixture.metadata({ url }), 400)).to.equal(message)
        const [detail] = expectA(await fixture.snapshot({ url }), 400, 'VALIDATION_ERROR')
        expect(detail?.path).to.deep.equal(['url'])
        expect([detail?.code, detail?.received, detail?.message]).to.deep.equal([
          'invalid_string',
          url,
          message,
        ])
        expect(await refusedThumbnail(url)).to.equal('invalid_url')
      })
    }

    it('a url that is missing or not a text is rejected', async () => {
      expect(expectB(await fixture.metadata({}), 400)).to.match(/^url /)
      for (const body of [{}, { url: null }, { url: 5 }, { url: ['http://11.0.0.1/'] }]) {
        const [detail] = expectA(await fixture.snapshot(body), 400, 'VALIDATION_ERROR')
        expect([detail?.code, detail?.path]).to.deep.equal(['invalid_type', ['url']])
      }
    })

    it(`${LONGEST} characters are accepted, one more is not`, async () => {
      const start = fixture.site.url('/')
      const longest = start + 'x'.repeat(LONGEST - start.length)
      const key = { key: spent }
      expect((await fixture.metadata({ url: longest }, key)).status).to.equal(429)
      expect((await fixture.snapshot({ url: longest }, key)).status).to.equal(429)
      expect((await thumbnail(longest, key)).status).to.equal(429)
      expect(expectB(await fixture.metadata({ url: `${longest}x` }, key), 400)).to.match(/^url .*8192/)
      const [detail] = expectA(await fixture.snapshot({ url: `${longest}x` }, key), 400, 'VALIDATION_ERROR')
      expect([detail?.code, detail?.path]).to.deep.equal(['too_big', ['url']])
    })
  })
}
