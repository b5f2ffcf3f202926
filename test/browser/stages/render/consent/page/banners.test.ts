import { expect } from 'chai'
import { phrases } from '#stages/render/consent/banners.data.ts'
import { bannersScript } from '#stages/render/consent/page/banners.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab/lab-pages.ts'

const script = bannersScript({ phrases, platforms: { Known: '#known' } })
const banner = (id: string, more = '') =>
  `<div id=${id} style="position: fixed; bottom: 0" ${more}>We use cookies to improve your experience.
    <button>Accept all</button></div>`

describe('banners of a document', () => {
  const { open } = labPages({
    '/both': html(`<p>x</p>${banner('dialog')}<div id=known>Known</div>`),
    '/newsletter': html(`<div id=letter style="position: fixed; bottom: 0">We use cookies. Accept all:
      <input type=email> <button>Accept all</button></div>`),
    '/wrapped': html(
      `<div id=outer style="position: fixed; inset: 0; background: white"><div>${banner('inner')}</div></div>`,
    ),
    '/later': html('<p>x</p>'),
    '/frame':
      html(`<div id=layer style="position: fixed; bottom: 0"><iframe id=frame srcdoc="x"></iframe></div>
      <iframe id=part srcdoc="x"></iframe>`),
  })

  async function evaluateAt(path: string, expression: string): Promise<unknown> {
    const page = await open()
    await page.load(path)
    return page.evaluate(`(async () => {
      const banners = ${script}
      const isShown = (id) => document.getElementById(id).checkVisibility()
      ${expression}
    })()`)
  }

  it('are hidden, and named: platforms by their selector, others as dialogs', async () => {
    const outcome = await evaluateAt(
      '/both',
      `return [banners.sweep(false), isShown('dialog'), isShown('known'), banners.sweep(false).hidden]`,
    )
    expect(outcome).to.deep.equal([{ hidden: ['Known', 'dialog'], isBanner: false }, false, false, []])
  })

  it('are no overlays that ask for an address', async () => {
    expect(
      await evaluateAt('/newsletter', `return [banners.sweep(false).hidden, isShown('letter')]`),
    ).to.deep.equal([[], true])
  })

  it('take along the overlay that holds nothing else', async () => {
    expect(
      await evaluateAt('/wrapped', `return [banners.sweep(false).hidden, isShown('outer')]`),
    ).to.deep.equal([['dialog'], false])
  })

  it('are hidden as they appear, once the document is watched', async () => {
    const isHidden = await evaluateAt(
      '/later',
      `banners.watch(() => {})
      document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(banner('late'))})
      while (isShown('late')) await new Promise((resolve) => setTimeout(resolve, 20))
      return !isShown('late')`,
    )
    expect(isHidden).to.equal(true)
  })

  it('in frames are hidden with their overlay; a frame of the page stays', async () => {
    const outcome = await evaluateAt(
      '/frame',
      `const hide = (id) => banners.hideFrame(document.getElementById(id))
      return [hide('frame'), isShown('layer'), hide('part'), isShown('part')]`,
    )
    expect(outcome).to.deep.equal([true, false, false, true])
  })
})
