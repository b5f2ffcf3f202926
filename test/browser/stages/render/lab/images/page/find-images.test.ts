import { expect } from 'chai'
import sharp from 'sharp'
import type { LabImage } from '#shared/messages/payloads/measurement.ts'
import { describeImages } from '#stages/render/lab/images/images.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import { startImageSizes } from '#test/support/isolated-images.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { labPages } from '../../lab-pages.ts'

/** A red picture of that size. */
function picture(width: number, height: number): Route {
  const bytes = sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return async (request, response) => file('image/png', await bytes)(request, response)
}

describe('the images of a page', () => {
  const sizes = startImageSizes()
  after(() => sizes.close())
  const { site, open } = labPages({
    '/large.png': picture(300, 200),
    '/small.png': picture(60, 40),
    '/wide.png': picture(500, 10),
    '/plain': html('<img src=/large.png width=150 height=100><img src=/missing.png width=10 height=10 alt>'),
    '/twice': html('<img src=/large.png width=30 height=20><img src=/large.png width=90 height=60>'),
    // What nobody else loads is the other candidate: browsers prefer one that they have already.
    '/sizes': html(
      `<img srcset="/large.png 2x, /wide.png 3x"><picture><source srcset="/small.png"><img src=/large.png></picture>`,
    ),
    '/hidden': html(
      '<div style="display: none"><img src=/large.png></div><img src=/small.png style="visibility: hidden">',
    ),
    '/below': html(
      '<div style="height: 5000px"></div><img src=/large.png loading=eager><img src=/small.png loading=lazy>',
    ),
    '/elsewhere': html(`<input type=image src=/large.png><video poster=/small.png></video>
      <svg width=70 height=80><image href=/wide.png width=50 height=20 /></svg>`),
    '/backgrounds': html(`<style>
        div { width: 100px; height: 50px; background: url(/large.png), linear-gradient(red, blue) }
        p::before { content: ''; background-image: url("/small.png"); padding: 9px }
        .below { margin-top: 5000px; background-image: url(/wide.png) }
      </style><div></div><p>x<p class=below>x`),
    '/shadow': html(`<div></div><script>
      const outer = document.querySelector('div').attachShadow({ mode: 'open' })
      outer.innerHTML = '<p><span></span></p>'
      outer.querySelector('span').attachShadow({ mode: 'open' }).innerHTML = '<img src=/small.png>'
    </script>`),
    '/inline': html('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img>'),
    '/names': html(`<img name=createTreeWalker src=/small.png><img name=baseURI id=innerHeight>
      <form><input name=getBoundingClientRect><input name=shadowRoot><input name=checkVisibility><input name=children></form>`),
    '/many': html(Array.from({ length: 600 }, (_, index) => `<img src="/small.png?${index}">`).join('')),
  })

  async function images(path: string, lcp: string | null = null): Promise<LabImage[]> {
    const opened = await open()
    await opened.load(path)
    return describeImages(opened.tab, lcp && site().url(lcp), sizes)
  }
  async function named(path: string): Promise<Record<string, LabImage>> {
    return Object.fromEntries((await images(path)).map((image) => [new URL(image.url).pathname, image]))
  }

  it('have the size of the file and the shown size', async () => {
    const [first, ...others] = await images('/plain', '/large.png')
    expect(first).to.deep.equal({
      url: site().url('/large.png'),
      ...{ naturalWidth: 300, naturalHeight: 200, shownWidth: 150, shownHeight: 100 },
      ...{ isBackground: false, hasSrcset: false, isLazy: false, isInViewport: true, isLcp: true },
      hasReservedSpace: true,
    })
    expect(others.map(({ naturalWidth, isLcp }) => [naturalWidth, isLcp])).to.deep.equal([[0, false]])
  })

  it('are reported once, with their largest size', async () => {
    const found = await images('/twice')
    expect(found.map(({ shownWidth, shownHeight }) => [shownWidth, shownHeight])).to.deep.equal([[90, 60]])
  })

  it('have no size when they are not shown', async () => {
    const found = await images('/hidden')
    expect(found.map(({ shownWidth, isInViewport }) => [shownWidth, isInViewport])).to.deep.equal([
      [0, false],
      [0, false],
    ])
  })

  it('are in the viewport or below it, and lazy or not', async () => {
    const found = await named('/below')
    expect(found['/large.png']).to.include({ isInViewport: false, isLazy: false, shownWidth: 300 })
    expect(found['/small.png']).to.include({ isInViewport: false, isLazy: true })
  })

  it('include image buttons, posters and images in SVG', async () => {
    const found = await named('/elsewhere')
    expect(found['/large.png']).to.include({ naturalWidth: 300, shownWidth: 300, isBackground: false })
    expect(found['/small.png']).to.include({ naturalWidth: 60, naturalHeight: 40 })
    expect(found['/wide.png']).to.include({ naturalWidth: 500, shownWidth: 50, shownHeight: 20 })
  })

  it('include backgrounds in the viewport, also of pseudo-elements', async () => {
    const found = await named('/backgrounds')
    expect(Object.keys(found)).to.deep.equal(['/large.png', '/small.png'])
    expect(found['/large.png']).to.include({
      isBackground: true,
      naturalWidth: 300,
      shownWidth: 100,
      shownHeight: 50,
    })
  })

  it('are found in open shadow roots', async () => {
    expect(Object.keys(await named('/shadow'))).to.deep.equal(['/small.png'])
  })

  it('have http(s) URLs', async () => {
    expect(await images('/inline')).to.deep.equal([])
  })

  it('are found whatever the page’s elements are named', async () => {
    expect(Object.keys(await named('/names'))).to.deep.equal(['/small.png'])
  })

  it('are bounded', async () => {
    expect(await images('/many')).to.have.length(500)
  })

  it('load nothing', async () => {
    const before = site().hits('/small.png')
    await images('/sizes')
    expect(site().hits('/small.png') - before).to.equal(1)
  })
})
