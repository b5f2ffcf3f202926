import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import { openTab, runChecks } from '#test/support/console/console-inspect.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'

/** What a page may try in every text that the console shows. Each would set `hacked` or ask the site for `/leak`. */
const payloads = (leak: string) => [
  `<script>hacked=1</script>`,
  `<img src="${leak}" onerror="hacked=1">`,
  `"><svg onload=hacked=1>`,
  `'" autofocus onfocus=hacked=1 x="`,
  `javascript:hacked=1`,
  `</title></textarea></pre><script>hacked=1</script>`,
  `{{constructor.constructor('hacked=1')()}}`,
  `\u202Egnp.exe\u202C \u0000 ${'long '.repeat(200)}`,
  `<style>*{background:url(${leak})}</style>`,
  `<meta http-equiv=refresh content="0;url=${leak}"><base href="${leak}"><link rel=stylesheet href="${leak}">`,
]

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A page that has the payloads wherever the interface takes a text from. */
function hostilePage(leak: string): string {
  const all = payloads(leak)
  const joined = escaped(all.join(' '))
  const images = all.map(
    (text) => `<img src="/${encodeURIComponent(text)}" alt="${escaped(text)}" id="${escaped(text)}">`,
  )
  const links = all.map(
    (text) =>
      `<a href="${escaped(text)}" class="${escaped(text)}">${escaped(text)}</a><a href="javascript:hacked=1">x</a>`,
  )
  const data = JSON.stringify({ '@context': 'https://schema.org', '@type': all[0], name: all[1] }).replaceAll(
    '<',
    '\\u003c',
  )
  return `<!doctype html><html lang="${joined}"><head><title>${joined}</title>
    <meta name="description" content="${joined}"><meta name="author" content="${joined}"><meta name="generator" content="${joined}">
    <meta name="theme-color" content="url(${leak})"><meta name="keywords" content="${joined}">
    <meta property="og:title" content="${joined}"><meta property="og:site_name" content="${joined}"><meta property="og:image" content="javascript:hacked=1">
    <meta name="twitter:card" content="summary_large_image"><meta name="twitter:title" content="${joined}">
    <link rel="canonical" href="javascript:hacked=1"><link rel="icon" href="javascript:hacked=1" sizes="${joined}">
    <script type="application/ld+json">${data}</script></head>
    <body><h1>${joined}</h1><h2>${joined}</h2>${images.join('')}${links.join('')}<button class="${joined}"></button><p lang="${joined}">x</p></body></html>`
}

describe('console: hostile pages', function () {
  this.timeout(180_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab
  let leak = ''

  before(async function () {
    const routes = {
      '/hostile': (_: unknown, response: ServerResponse) => {
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          etag: `"<script>hacked=1</script>"`,
        })
        response.end(hostilePage(leak))
      },
    }
    fixture = await consoleForSuite(this, { site: { routes } })
    leak = fixture.site.url('/leak')
  })
  after(() => fixture?.close())
  beforeEach(async () => {
    tab = await fixture.tab()
    tab.page.on('dialog', (dialog) => void dialog.dismiss())
  })
  afterEach(() => tab.close())

  /** Resolves after what a payload could have begun: an image that fails was asked for later than any of theirs. */
  async function outlastPayloads(): Promise<void> {
    await tab.page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      await new Promise((failed) => Object.assign(new Image(), { onerror: failed, src: 'data:,' }))
      await new Promise((later) => setTimeout(later))
    })
  }

  /** Nothing ran, nothing left, and the browser had nothing to refuse: it was text from the beginning. */
  async function expectHarmless(): Promise<void> {
    await outlastPayloads()
    expect(await tab.page.evaluate(() => 'hacked' in globalThis)).to.equal(false)
    const outside = tab.requests.filter(
      (url) => !url.startsWith(`${fixture.url}/`) && !/^(data|blob):/.test(url),
    )
    expect(outside).to.deep.equal([])
    expect(tab.complaints).to.deep.equal([])
    const scripts = await tab.page.$$eval('a[href]', (links) =>
      links.map((link) => link.getAttribute('href')),
    )
    expect(scripts.filter((href) => !/^(https?:|#|docs$)/.test(href ?? ''))).to.deep.equal([])
  }

  for (const [operation, title, tabs] of [
    ['metadata', 'Metadata', ['HTTP', 'Content', 'Search and social previews']],
    ['seo-audit', 'SEO audit', ['HTTP', 'Structured data', 'Content', 'How it is scored', 'All findings']],
    ['performance', 'Performance', ['Vitals and requests', 'All findings']],
    ['snapshot', 'Snapshot', ['Screenshot']],
  ] as const) {
    it(`show as text what they say: ${title}`, async () => {
      await tab.open(`#/inspect/${operation}?url=${encodeURIComponent(fixture.site.url('/hostile'))}`)
      await runChecks(tab)
      for (const one of tabs) {
        await openTab(tab, one)
        await outlastPayloads()
      }
      if (operation === 'metadata') expect(await tab.text('main')).to.include('<script>hacked=1</script>')
      await expectHarmless()
    })
  }

  for (const [name, fragment] of Object.entries({
    operation: '#/inspect/<img src=x onerror=hacked=1>',
    view: '#/<script>hacked=1</script>',
    constructor: '#/constructor/prototype?__proto__=1',
    'url of a check': `#/inspect/snapshot?url=${encodeURIComponent('"><svg onload=hacked=1>')}`,
    'device and checks':
      '#/inspect?url=javascript:hacked=1&device=<svg onload=hacked=1>&run=constructor&show_tab=<b>',
    url: `#/inspect?url=${encodeURIComponent('"><svg onload=hacked=1>')}`,
    filter: `#/history?host=${encodeURIComponent('<svg onload=hacked=1>')}&state=x`,
    id: `#/inspections/${encodeURIComponent('../keys?<svg onload=hacked=1>')}`,
    batch: `#/batches/${encodeURIComponent('../../keys')}`,
    percent: '#/inspect/%E0%A4%A?url=%',
  })) {
    it(`cannot use the address of the console: ${name}`, async () => {
      await tab.open(fragment)
      expect(await tab.text('main h1')).not.to.equal('')
      await expectHarmless()
    })
  }
})
