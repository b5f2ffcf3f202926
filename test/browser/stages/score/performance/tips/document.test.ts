import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import sharp from 'sharp'
import { boxFont } from '#test/site/lab-resources/font.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { advising } from './advising.ts'

/** Time of the late files, in milliseconds. */
const LATE_MS = 800
const late =
  (route: Route): Route =>
  async (request, response) => {
    await delay(LATE_MS)
    await route(request, response)
  }

const red = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/** A table with so many cells, ten a row. */
const cells = (count: number) => html(`<table>${`<tr>${'<td>x'.repeat(10)}`.repeat(count / 10)}</table>`)
const inFont = (display: string) =>
  html(`<style>@font-face { font-family: Boxes; ${display} src: url(/boxes.ttf) }</style>
    <p style="font: 60px Boxes">Some words that are the largest paint of this page</p>`)
const withImage = (attributes: string) =>
  html(
    `<img src=/late.png ${attributes}><p style="height: 300px; background: #eee">What follows the image</p>`,
  )
const withViewport = (meta: string) =>
  html(`${meta}<button type=button style="width: 200px; height: 200px">Touch me</button>`)

describe('advice on the document', function () {
  this.timeout(60_000)
  const { advise } = advising({
    '/cells-5000': cells(5000),
    '/cells-1200': cells(1200),
    '/font-auto': inFont(''),
    '/font-block': inFont('font-display: block;'),
    '/font-swap': inFont('font-display: swap;'),
    '/boxes.ttf': late(file('font/ttf', boxFont())),
    '/unsized': withImage(''),
    '/half-sized': withImage('width=600'),
    '/sized': withImage('width=600 height=400'),
    '/by-ratio': withImage('style="width: 600px; aspect-ratio: 3/2"'),
    '/late.png': late(file('image/png', red)),
    '/no-viewport': withViewport(''),
    '/viewport': withViewport('<meta name=viewport content="width=device-width, initial-scale=1">'),
    '/no-zoom': withViewport('<meta name=viewport content="width=980, user-scalable=no">'),
  })

  it('dom-size: fewer elements take less time', async () => {
    const large = await advise('/cells-5000')
    const small = await advise('/cells-1200')
    expect(large.tips['dom-size']).to.include('5,503 elements').and.include('500 children')
    expect(small.tips).not.to.have.property('dom-size')
    const [before = 0, after = 0] = [large, small].map(({ measurement: { mainThread } }) =>
      mainThread.filter(({ kind }) => kind === 'style_layout').reduce((sum, { ms }) => sum + ms, 0),
    )
    expect(after).to.be.below(before)
  })

  it('fonts-display: with swap, the largest text is painted that much earlier', async () => {
    const hidden = await advise('/font-auto')
    const mended = await advise('/font-swap')
    expect(hidden.tips['fonts-display']).to.include('/boxes.ttf').and.include('auto')
    expect((await advise('/font-block')).tips['fonts-display']).to.include('block')
    expect(mended.tips).not.to.have.property('fonts-display')
    const [, saved = '0'] = /painted ([\d,]+) ms later/.exec(hidden.tips['fonts-display'] ?? '') ?? []
    const lcpOf = ({ measurement: { vitals } }: typeof hidden) => Number(vitals.lcp.value)
    expect(Number(saved)).to.be.above(LATE_MS / 2)
    expect(lcpOf(hidden) - lcpOf(mended)).to.be.closeTo(Number(saved), LATE_MS / 2)
  })

  it('images-unsized: with a size, nothing moves', async () => {
    const moving = await advise('/unsized')
    expect(moving.tips['images-unsized']).to.include('/late.png').and.include('400 px')
    expect(moving.measurement.vitals.cls.value).to.be.above(0)
    expect((await advise('/half-sized')).tips).to.have.property('images-unsized')
    for (const path of ['/sized', '/by-ratio']) {
      const { tips, measurement } = await advise(path)
      expect(tips).not.to.have.property('images-unsized')
      expect(measurement.vitals.cls.value).to.equal(0)
    }
  })

  it('viewport-tap-delay: on handheld devices', async () => {
    const wide = await advise('/no-viewport', { device: 'mobile' })
    expect(wide.tips['viewport-tap-delay']).to.include('980 px').and.include('375 px')
    for (const path of ['/viewport', '/no-zoom'])
      expect((await advise(path, { device: 'mobile' })).tips).not.to.have.property('viewport-tap-delay')
    expect((await advise('/no-viewport')).tips).not.to.have.property('viewport-tap-delay')
  })
})
