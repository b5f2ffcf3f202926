import { expect } from 'chai'
import { phrases } from '#stages/render/consent/banners.data.ts'
import { bannersScript } from '#stages/render/consent/page/banners.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab/lab-pages.ts'

const script = bannersScript({ phrases, platforms: {} })
const text = '<p>We use cookies to personalise content and to analyse our traffic.</p>'
const box = (attributes = '') =>
  `<div role=dialog style="position: fixed; left: 30%; top: 30%; z-index: 60; background: #fff" ${attributes}>${text}
    <button>Accept all</button></div>`
const cover = 'position: fixed; inset: 0'
const dark = `${cover}; background: rgba(240, 0, 200, .6)`

interface Case {
  /** Rules of what the banner does to the page, while the body has the class `ask`. */
  readonly rules?: string
  /** The banner and what comes with it. */
  readonly banner?: string
  readonly before?: string
}

const cases: Readonly<Record<string, Case>> = {
  'a pseudo-element of the body': {
    rules: `.ask::before { content: ""; ${dark}; z-index: 50 }`,
  },
  'a pseudo-element of the root, after the page': {
    rules: `html:has(.ask)::after { content: " "; ${dark} }`,
  },
  'both pseudo-elements, one of which blurs': {
    rules: `.ask::before { content: ""; ${dark}; z-index: 5 }
      .ask::after { content: ""; ${cover}; z-index: 6; backdrop-filter: blur(5px) }`,
  },
  'an absolute pseudo-element of a wrapper': {
    rules:
      '.ask main { position: relative } .ask main::after { content: ""; position: absolute; inset: 0; background: #000c }',
  },
  'a pseudo-element that lets the pointer through': {
    rules: `.ask::after { content: ""; ${dark}; pointer-events: none; z-index: 9 }`,
  },
  'an element beside the box': { banner: `<div style="${dark}"></div>${box()}` },
  'an element that lets the pointer through': {
    banner: `<div style="${dark}; pointer-events: none; z-index: 9"></div>${box()}`,
  },
  'an element below the header': { banner: `<div style="${dark}; top: 60px; z-index: 9"></div>${box()}` },
  'an element, with other overlays on top of it in three places': {
    before: `<header style="position: fixed; top: 0; left: 0; right: 0; height: 150px; background: #fff; z-index: 20">Menu</header>`,
    banner: `<div style="${dark}; z-index: 9"></div>${box()}`,
  },
  'an absolute element': {
    banner: `<div style="position: absolute; inset: 0; height: 3200px; background: #000a; z-index: 9"></div>${box()}`,
  },
  'three elements': { banner: `<div style="${dark}"></div>`.repeat(3) + box() },
  'a gradient with the name of an overlay': {
    banner: `<div class=modal-overlay style="${cover}; background: linear-gradient(#000a, #f00a)"></div>${box()}`,
  },
  'an element in a shadow tree': {
    banner: `<x-veil><template shadowrootmode=open><div style="${dark}"></div></template></x-veil>${box()}`,
  },
  'a pseudo-element in a shadow tree': {
    banner: `<x-veil><template shadowrootmode=open><style>:host::before { content: ""; ${dark}; z-index: 7 }</style>
      </template></x-veil>${box()}`,
  },
  'box and veil in a shadow tree': {
    banner: `<x-veil><template shadowrootmode=open><div style="${dark}"></div>${box()}</template></x-veil>`,
  },
  'the backdrop of a dialog': {
    banner: `<style>dialog::backdrop { background: #f0ca }</style><dialog id=modal>${text}<button>Accept</button></dialog>
      <script>modal.showModal()</script>`,
  },
  'the backdrop of a dialog, and more': {
    rules: `.ask::before { content: ""; ${dark}; z-index: 50 } .ask main { opacity: .5 }`,
    banner: `<div style="${dark}; z-index: 8"></div><dialog id=modal>${text}<button>Accept</button></dialog>
      <script>modal.showModal()</script>`,
  },
  'a popover': {
    banner: `<style>[popover]::backdrop { background: #f0ca }</style>
      <div popover id=pop>${text}<button>Accept</button></div><script>pop.showPopover()</script>`,
  },
  'the shadow of the box': { banner: box().replace('z-index', 'box-shadow: 0 0 0 9999px #0009; z-index') },
  'a filter of the content': { rules: '.ask main { filter: blur(4px) grayscale(1); transition: filter 3s }' },
  'a filter of everything else': { rules: '.ask > :not([role]) { filter: brightness(.4) }' },
  'a filter of the body': { rules: '.ask { filter: blur(3px) }', banner: box() },
  'transparency of the content': { rules: '.ask main { opacity: .3; transition: opacity 3s }' },
  'transparency of everything else': { rules: '.ask > :not([role]) { opacity: .2 }' },
  'transparency of a wrapper': { rules: '.ask main > div { opacity: .3 }' },
  'inert content, greyed': { rules: '.ask main { filter: grayscale(1); pointer-events: none }' },
  'a scroll lock': {
    rules: 'html:has(.ask), .ask { overflow: hidden; height: 100% } .ask { position: fixed; width: 100% }',
  },
  'a scroll lock of a wrapper': { rules: '.ask main { height: 100vh; overflow: hidden }' },
}

const page = ({ rules = '', banner = box(), before = '' }: Case, asks: boolean) =>
  html(`<style>* { margin: 0 } body { background: #fff } ${asks ? rules : ''}</style>
    <body class=ask>${before}<main><div><h1>Article</h1>${'<p style="height: 90px">The words of the article.</p>'.repeat(30)}</div>
    </main><footer>Imprint</footer>${asks ? banner : ''}`)

/** What looks like a veil, but belongs to the page. */
const designs: Readonly<Record<string, Case>> = {
  'a ground behind the content': { before: `<div style="${cover}; background: #1e3cc8; z-index: -1"></div>` },
  'a ground below positioned content': {
    before: `<style>main { position: relative; z-index: 1 }</style><div style="${cover}; background: #9cf"></div>`,
  },
  'a ground of the body': {
    before: `<style>main { position: relative } body::before { content: ""; ${cover}; background: #9cf }</style>`,
  },
  'a picture over the page': {
    before: `<div style="${cover}; background: url(data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='9'%20height='9'%3E%3Crect%20width='4'%20height='4'%20fill='red'/%3E%3C/svg%3E); opacity: .2; pointer-events: none; z-index: 9"></div>`,
  },
  'a gradient over the page': {
    before: `<div style="${cover}; background: linear-gradient(#0000, #0005); pointer-events: none; z-index: 9"></div>`,
  },
  'a darkened picture with words': {
    before: `<section style="position: relative; height: 100vh; background: #9c9"><div
      style="position: absolute; inset: 0; background: #0008"></div><h2 style="position: relative">Words</h2></section>`,
  },
  'a dark mode of filters': { before: '<style>html { filter: invert(1) hue-rotate(180deg) }</style>' },
  'a grey page': { before: '<style>html { filter: grayscale(1) }</style>' },
  'a pale footer': { before: '<style>footer { opacity: .6 }</style>' },
  'a hidden panel': { before: '<section style="opacity: 0"><p>Closed</p></section>' },
  'a sharp shadow of the content': { before: '<style>main { filter: drop-shadow(2px 2px 1px red) }</style>' },
}

describe('veils', () => {
  const all = Object.entries({ ...cases, ...designs })
  const routes = all.flatMap(([, one], index) => [
    [`/${index}`, page(one, true)],
    [`/${index}/plain`, page(one, false)],
  ])
  const { open } = labPages(Object.fromEntries(routes))

  async function pictureOf(path: string, sweeps: boolean): Promise<{ image: string; scrolled: unknown }> {
    const { load, evaluate, tab } = await open()
    await load(path)
    if (sweeps) await evaluate(`(${script}).sweep(false).hidden.length`)
    const { data } = await tab.cdp.send('Page.captureScreenshot', { format: 'png' })
    const scrolled = await evaluate(`scrollTo({ top: 500, behavior: 'instant' }), scrollY`)
    return { image: data, scrolled }
  }

  /** Pages without a banner, by what stands in front of their content. */
  const plain = new Map<string, Promise<{ image: string }>>()
  const plainPictureOf = (index: number, { before = '' }: Case) => {
    const known = plain.get(before) ?? pictureOf(`/${index}/plain`, false)
    plain.set(before, known)
    return known
  }

  for (const [index, [name, one]] of all.entries()) {
    const isDesign = name in designs
    it(`${name}: ${isDesign ? 'stays as it is' : 'goes with the box'}`, async () => {
      const { image } = await plainPictureOf(index, one)
      const swept = await pictureOf(`/${index}`, true)
      expect(swept.image === image, 'the picture is that of the page without a banner').to.equal(true)
      expect(swept.scrolled).to.equal(500)
    })
  }

  it('are seen without the removal', async () => {
    const { image } = await plainPictureOf(0, {})
    const shown = await Promise.all(['/0', '/4'].map((path) => pictureOf(path, false)))
    expect(shown.map((picture) => picture.image === image)).to.deep.equal([false, false])
  })
})
