import { expect } from 'chai'
import { overlayScript } from '#stages/render/consent/page/overlays.ts'
import { readingScript } from '#stages/render/consent/page/reading.ts'
import { restoreScrollingScript } from '#stages/render/consent/page/veils.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab/lab-pages.ts'

/** Evaluates with the functions of the isolated world at hand. */
const withOverlays = (expression: string) =>
  `(() => { ${[...readingScript, ...overlayScript, ...restoreScrollingScript].join('\n')}\nreturn ${expression} })()`

describe('overlays', () => {
  const { open } = labPages({
    '/overlays': html(`<style>div { width: 300px; height: 80px }</style>
      <main style="height: 3000px"><div id=plain>x</div><div id=low style="position: absolute; z-index: 99">x</div></main>
      <div id=fixed style="position: fixed; bottom: 0; left: 0">x</div>
      <div id=high style="position: absolute; z-index: 100; top: 200px">x</div>
      <div id=host style="position: fixed; top: 40%; left: 40%"></div>
      <script>
        host.attachShadow({ mode: 'open' }).innerHTML = '<p style="width: 200px; height: 60px">inner</p>'
      </script>`),
    '/locked': html(`<style>html, body { overflow: hidden } body { position: fixed }
        #backdrop { position: fixed; inset: 0; background: #0008 }</style>
      <p style="height: 3000px; filter: blur(3px)" id=content>x</p><div id=backdrop></div>`),
    '/dialog': html(`<style>#layer { position: fixed; inset: 0; background: white }</style>
      <p style="height: 3000px">x</p><div id=layer><img alt="a picture" width=200 height=200></div>`),
  })

  it('lie on top of the page: fixed, sticky, or absolute with a z-index of 100', async () => {
    const page = await open()
    await page.load('/overlays')
    const ids = await page.evaluate(
      withOverlays(`[...document.querySelectorAll('div')].filter(isOverlay).map(({ id }) => id)`),
    )
    expect(ids).to.deep.equal(['fixed', 'high', 'host'])
  })

  it('are candidates where they cover a point of the grid, those of shadow trees with their hosts', async () => {
    const page = await open()
    await page.load('/overlays')
    const ids = await page.evaluate(withOverlays('bannerCandidates().map(({ id }) => id)'))
    expect(ids).to.include.members(['fixed', 'host']).and.not.include.members(['plain', 'low'])
    const tree = `composedParent(document.querySelector('#host').shadowRoot.querySelector('p')).id`
    expect(await page.evaluate(withOverlays(tree))).to.equal('host')
  })

  it('leave a page that scrolls, without blur and backdrop', async () => {
    const page = await open()
    await page.load('/locked')
    const state = await page.evaluate(
      withOverlays(`(restoreScrolling(), scrollTo({ top: 500, behavior: 'instant' }), {
        scrolled: scrollY,
        blur: getComputedStyle(content).filter,
        backdrop: getComputedStyle(document.getElementById('backdrop')).display,
      })`),
    )
    expect(state).to.deep.equal({ scrolled: 500, blur: 'none', backdrop: 'none' })
  })

  it('that show something are no backdrops', async () => {
    const page = await open()
    await page.load('/dialog')
    const display = `(restoreScrolling(), getComputedStyle(document.getElementById('layer')).display)`
    expect(await page.evaluate(withOverlays(display))).to.equal('block')
  })
})
