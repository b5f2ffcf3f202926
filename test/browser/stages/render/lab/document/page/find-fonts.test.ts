import { expect } from 'chai'
import type { LabDocument } from '#shared/messages/payloads/measurement.ts'
import { describeDocument } from '#stages/render/lab/document/describe-document.ts'
import { boxFont } from '#test/site/lab-resources/font.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab-pages.ts'

const css = (body: string) => file('text/css', body)
const font = file('font/ttf', boxFont(), { 'access-control-allow-origin': '*' })

describe('the fonts of a page', () => {
  const { site, open } = labPages(
    {
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
    await opened.evaluate('document.fonts.ready.then(() => true)')
    return describeDocument(opened.tab)
  }

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
