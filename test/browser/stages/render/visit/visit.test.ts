import { expect } from 'chai'
import { answer, page, silence, to } from '#test/site/hostile/pages.ts'
import { visiting } from './visiting.ts'

const leading = (code: string) => page(`<p>First</p><script>${code}</script>`)

describe('visit', () => {
  const { visit, site } = visiting(
    {
      '/silence': silence,
      '/redirect': to('/redirect-2'),
      '/redirect-2': to('/end?x'),
      '/abroad': leading(
        'location = location.href.replace("127.0.0.2", "127.0.0.3").replace("/abroad", "/end")',
      ),
      '/meta': page('<meta http-equiv="refresh" content="0;url=/end"><p>First'),
      '/location': leading('location = "/end"'),
      '/on-load': leading('onload = () => { location = "/end" }'),
      // Due 40 ms after the load event, and late by what the page has to do before.
      '/late': leading(`onload = () => {
        setTimeout(() => { location = "/end" }, 40)
        setTimeout(() => { const from = performance.now(); while (performance.now() - from < 400); }, 10)
      }`),
      '/own-clock': leading(`performance.getEntriesByType = () => []
        onload = () => setTimeout(() => { location = "/end" }, 20)`),
      '/endless': leading('onload = () => setTimeout(() => { for (;;); }, 10)'),
      '/soon': leading('setTimeout(() => { location = "/end" }, 200)'),
      '/post': leading(
        'const f = document.createElement("form"); f.method = "post"; f.action = "/end"; document.body.append(f); f.submit()',
      ),
      '/to-silence': leading('onload = () => { location = "/silence" }'),
      '/404': answer(404, { 'content-type': 'text/html' }, '<p>Missing'),
      '/500': answer(500, { 'content-type': 'text/html' }, '<p>Broken'),
      '/401': answer(
        401,
        { 'www-authenticate': 'Basic realm="x"', 'content-type': 'text/html' },
        '<p>Log in',
      ),
      '/json': answer(200, { 'content-type': 'application/json' }, '{"a": 1}'),
      '/text': answer(200, { 'content-type': 'text/plain' }, 'Plain words'),
      '/xml': answer(200, { 'content-type': 'application/xml' }, '<a><b>Words</b></a>'),
      '/svg': answer(200, { 'content-type': 'image/svg+xml' }, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      '/xhtml': answer(
        200,
        { 'content-type': 'application/xhtml+xml' },
        '<html xmlns="http://www.w3.org/1999/xhtml"><body>X</body></html>',
      ),
    },
    { hosts: 2 },
  )

  it('returns the final URL after redirects, with its status and type', async () => {
    const { finalUrl, status, contentType } = await visit('/redirect')
    expect({ finalUrl, status, contentType }).to.deep.equal({
      finalUrl: site().url('/end?x'),
      status: 200,
      contentType: 'text/html; charset=utf-8',
    })
  })

  for (const path of ['/meta', '/location', '/on-load', '/post']) {
    for (const waitUntil of ['load', 'networkidle2'] as const) {
      it(`follows ${path} with ${waitUntil}`, async () => {
        const { finalUrl, evaluate } = await visit(path, { waitUntil })
        expect(finalUrl).to.equal(site().url('/end'))
        expect(await evaluate('document.title')).to.equal('Page /end')
      })
    }
  }

  it('follows a late navigation of a busy page', async () => {
    const { finalUrl } = await visit('/late')
    expect(finalUrl).to.equal(site().url('/end'))
  })

  it('follows a page that has replaced its timers', async () => {
    const { finalUrl } = await visit('/own-clock')
    expect(finalUrl).to.equal(site().url('/end'))
  })

  it('returns a page that is busy forever', async () => {
    const { finalUrl } = await visit('/endless')
    expect(finalUrl).to.equal(site().url('/endless'))
  })

  it('follows a navigation to another host', async () => {
    const { finalUrl, evaluate } = await visit('/abroad')
    expect(finalUrl).to.equal(site().url('/end', 1))
    expect(await evaluate('document.title')).to.equal('Page /end')
  })

  it('follows a navigation during `waitFor`', async () => {
    const { finalUrl } = await visit('/soon', { waitUntil: 'domcontentloaded', waitFor: 1000 })
    expect(finalUrl).to.equal(site().url('/end'))
  })

  it('returns a loaded page whose next navigation never ends', async () => {
    const { finalUrl, evaluate } = await visit('/to-silence', { timeout: 4000 })
    expect(finalUrl).to.equal(site().url('/to-silence'))
    expect(await evaluate('document.body.innerText')).to.equal('First')
  })

  for (const [path, text] of [
    ['/404', 'Missing'],
    ['/500', 'Broken'],
    ['/401', 'Log in'],
  ] as const) {
    it(`shows what a target says with ${path.slice(1)}`, async () => {
      const { status, evaluate } = await visit(path)
      expect(status).to.equal(Number(path.slice(1)))
      expect(await evaluate('document.body.innerText')).to.equal(text)
    })
  }

  for (const path of ['/json', '/text', '/xml', '/svg', '/xhtml']) {
    it(`shows ${path.slice(1)}`, async () => {
      expect((await visit(path)).status).to.equal(200)
    })
  }
})
