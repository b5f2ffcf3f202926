import { expect } from 'chai'
import type { LabDocument } from '#shared/messages/payloads/measurement.ts'
import { describeDocument } from '#stages/render/lab/document/describe-document.ts'
import { boxFont } from '#test/site/lab-resources/font.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../lab-pages.ts'

const css = (body: string) => file('text/css', body)
const font = file('font/ttf', boxFont(), { 'access-control-allow-origin': '*' })

describe('the document of a page', function () {
  this.timeout(60_000)
  const { site, open } = labPages(
    {
      '/tree': html('<main id=m><ul><li>1<li>2<li>3</ul><p><b><i>x</i></b></p></main>'),
      '/shadow': html(`<div id=host></div><script>
        const shadow = document.querySelector('#host').attachShadow({ mode: 'open' })
        shadow.innerHTML = '<p><b></b></p>'
        document.scripts[0].remove()</script>`),
      '/many': html('<p></p>'.repeat(20_100)),
      '/names':
        html(`<form id=f><input name=classList><input name=childElementCount><input name=shadowRoot></form>
        <img name=body><img name=fonts><img name=styleSheets><img name=documentElement>`),
      '/plain': html('<p>Text'),
      '/viewport': html(
        '<meta name=viewport content="width=100"><meta name=Viewport content="width=device-width"><style>body { touch-action: manipulation }</style>',
      ),
      '/long': html(`<meta name=viewport content="${'x'.repeat(5000)}">`),
      '/font.ttf': font,
      '/inner/other.ttf': font,
      '/inner/sheet.css': css(`@import "/imported.css"; @media all { @font-face {
        font-family: "Two words"; font-weight: 700; font-display: swap; src: url(other.ttf), url("/other.woff2") } }`),
      '/imported.css': css('@font-face { font-family: Imported; font-display: block; src: url(/font.ttf) }'),
      '/abroad.css': css('@font-face { font-family: Abroad; src: url(/font.ttf) }'),
      '/fonts': (request, response) =>
        html(`<link rel=stylesheet href=/inner/sheet.css>
          <link rel=stylesheet href="http://127.0.0.3:${request.headers.host?.split(':')[1]}/abroad.css">
          <style>@font-face { font-family: Unused; src: url(/unused.ttf) }</style>
          <p style="font: 700 20px 'Two words'">a</p><p style="font: 20px Imported">b</p><p style="font: 20px Abroad">c</p>`)(
          request,
          response,
        ),
      '/many-fonts': html(
        `<script>for (let i = 0; i < 150; i++) {
          const face = new FontFace('F' + i, 'url(/font.ttf)', { display: 'optional' })
          document.fonts.add(face)
          face.load()
        }</script>`,
      ),
    },
    { hosts: 2 },
  )

  async function described(path: string): Promise<LabDocument> {
    const opened = await open()
    await opened.load(path)
    return describeDocument(opened.tab)
  }

  it('has elements, the deepest of them, and the one with most children', async () => {
    expect(await described('/tree')).to.deep.include({
      ...{
        elements: 9,
        isCutOff: false,
        depth: 5,
        deepest: '#m>p>b>i',
        mostChildren: 3,
        mostChildrenOf: '#m>ul',
      },
    })
  })

  it('has the elements of open shadow roots', async () => {
    expect(await described('/shadow')).to.deep.include({ elements: 4, depth: 4, deepest: 'p>b' })
  })

  it('is counted up to a limit', async () => {
    const { elements, isCutOff, mostChildren } = await described('/many')
    expect(isCutOff).to.equal(true)
    expect(elements).to.be.within(100, 20_000)
    expect(mostChildren).to.equal(20_100)
  })

  it('is described whatever its elements are named', async () => {
    expect(await described('/names')).to.deep.include({ elements: 9, depth: 3, mostChildrenOf: 'html>body' })
  })

  it('has a viewport, the last one, and its touch action', async () => {
    expect(await described('/plain')).to.include({ viewport: null, touchAction: 'auto', layoutWidth: 800 })
    const given = await described('/viewport')
    expect(given).to.include({ viewport: 'width=device-width', touchAction: 'manipulation' })
    expect((await described('/long')).viewport).to.have.length(200)
  })

  it('has the fonts that were loaded, with their display, and the URLs where the style sheet shows them', async () => {
    const before = site().hits('/inner/sheet.css')
    const { fonts } = await described('/fonts')
    expect(fonts.toSorted((one, other) => one.family.localeCompare(other.family))).to.deep.equal([
      { family: 'Abroad', display: 'auto', urls: [] },
      { family: 'Imported', display: 'block', urls: [site().url('/font.ttf')] },
      {
        ...{ family: 'Two words', display: 'swap' },
        urls: [site().url('/inner/other.ttf'), site().url('/other.woff2')],
      },
    ])
    expect(site().hits('/inner/sheet.css') - before).to.equal(1)
    expect(site().hits('/unused.ttf')).to.equal(0)
  })

  it('has a limited number of fonts', async () => {
    const { fonts } = await described('/many-fonts')
    expect(fonts).to.have.length(100)
    expect(fonts[0]).to.include({ family: 'F0', display: 'optional' })
  })
})
