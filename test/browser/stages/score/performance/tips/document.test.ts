import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import sharp from 'sharp'
import { boxFont } from '#test/site/lab-resources/font.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { type Advised, advising } from './advising.ts'

/** Time of the late files, in milliseconds. */
const LATE_MS = 800
const late =
  (route: Route): Route =>
  async (request, response) => {
    await delay(LATE_MS)
    await route(request, response)
  }

const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/** A table with so many cells, ten a row. */
const cells = (count: number) => `<table>${`<tr>${'<td>x'.repeat(10)}`.repeat(count / 10)}</table>`
const inFont = (display: string) => `<style>@font-face { font-family: Boxes; ${display} src: url(/boxes.ttf) }
    p { font: 60px Boxes; height: 200px; margin: 0 }</style><p>Some words in the font of this page</p>`
const image = (attributes: string) => `<img src=/late.png ${attributes}>`
const withViewport = (meta: string) =>
  html(`${meta}<button type=button style="width: 200px; height: 200px">Touch me</button>`)
const viewport = '<meta name=viewport content="width=device-width, initial-scale=1">'

describe('advice on the document', () => {
  const { advise } = advising({
    '/at-fault': html(`${inFont('')}${image('')}${cells(5000)}`),
    '/mended': html(
      `${viewport}${inFont('font-display: swap;')}${image('width=300 height=200')}
      ${image('style="width: 300px; aspect-ratio: 3/2"')}${cells(1200)}`,
    ),
    '/half-mended': html(`${inFont('font-display: block;')}${image('width=300')}`),
    '/boxes.ttf': late(file('font/ttf', boxFont())),
    '/late.png': late(file('image/png', red)),
    '/no-viewport': withViewport(''),
    '/viewport': withViewport(viewport),
    '/no-zoom': withViewport('<meta name=viewport content="width=980, user-scalable=no">'),
  })
  let atFault: Advised
  let mended: Advised
  let halfMended: Advised
  before(async () => {
    atFault = await advise('/at-fault')
    mended = await advise('/mended')
    halfMended = await advise('/half-mended')
  })

  it('dom-size: fewer elements take less time', () => {
    expect(atFault.tips['dom-size']).to.include('5,505 elements').and.include('500 children')
    expect(mended.tips).not.to.have.property('dom-size')
    const [before = 0, after = 0] = [atFault, mended].map(({ measurement: { mainThread } }) =>
      mainThread.filter(({ kind }) => kind === 'style_layout').reduce((sum, { ms }) => sum + ms, 0),
    )
    expect(after).to.be.below(before)
  })

  it('fonts-display: auto and block hide the text, swap does not', () => {
    expect(atFault.tips['fonts-display']).to.include('/boxes.ttf').and.include('auto')
    expect(halfMended.tips['fonts-display']).to.include('block')
    expect(mended.tips).not.to.have.property('fonts-display')
  })

  it('images-unsized: with a size, nothing moves', () => {
    expect(atFault.tips['images-unsized']).to.include('/late.png').and.include('200 px')
    expect(atFault.measurement.vitals.cls.value).to.be.above(0.001)
    expect(halfMended.tips).to.have.property('images-unsized')
    expect(mended.tips).not.to.have.property('images-unsized')
    // The text alone moves by a pixel, with its font.
    expect(mended.measurement.vitals.cls.value).to.be.below(0.001)
  })

  it('viewport-tap-delay: on handheld devices', async () => {
    const wide = await advise('/no-viewport', { device: 'mobile' })
    expect(wide.tips['viewport-tap-delay']).to.include('980 px').and.include('375 px')
    for (const path of ['/viewport', '/no-zoom'])
      expect((await advise(path, { device: 'mobile' })).tips).not.to.have.property('viewport-tap-delay')
    expect(atFault.tips).not.to.have.property('viewport-tap-delay')
  })
})
