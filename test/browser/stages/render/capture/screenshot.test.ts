import { expect } from 'chai'
import sharp from 'sharp'
import { takeScreenshot } from '#stages/render/capture/screenshot.ts'
import { startVisit } from '#stages/render/visit/visit.ts'
import { page } from '#test/site/hostile/pages.ts'
import { plainSnapshot } from '#test/support/browser/capture-fixture.ts'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const colored = (color: string, more = '') => page(`<style>body { background: ${color} }</style>${more}`)
const leading = (ms: number) =>
  colored('#f00', `<script>onload = () => setTimeout(() => { location = '/end' }, ${ms})</script>`)

describe('takeScreenshot', () => {
  let site: TargetSite
  let opened: TestTab

  before(async function () {
    requireBrowser(this)
    const routes = { '/red': colored('#f00'), '/end': colored('#00f'), '/leads-on': leading(40) }
    site = await openSite({ routes })
  })
  beforeEach(async () => {
    opened = await openWorkerTab()
  })
  afterEach(() => opened?.close())
  after(() => site?.close())

  /** Where the page was, the color it had there, and the pages that were to be prepared; `refused` are not. */
  async function pictured(path: string, options: object = {}, refused: readonly string[] = []) {
    const { tab } = opened
    const effective = { ...plainSnapshot, ...options }
    const request = { url: site.url(path), options: effective, userAgent: 'Test', maxBytes: 1_000_000 }
    const prepared: string[] = []
    const { visited, captured } = await takeScreenshot(
      tab,
      await startVisit(tab, request),
      effective,
      async (at) => {
        const { pathname } = new URL(at.finalUrl)
        prepared.push(pathname)
        if (refused.includes(pathname)) throw new Error(`${pathname} is refused`)
      },
    )
    const { dominant } = await sharp(captured.image).stats()
    const color = dominant.r > dominant.b ? 'red' : 'blue'
    return { at: new URL(visited.finalUrl).pathname, color, prepared }
  }

  for (const fullPage of [false, true]) {
    const how = fullPage ? 'all of it' : 'what is in view'
    it(`is that of a page that stays: ${how}`, async () => {
      expect(await pictured('/red', { fullPage })).to.deep.equal({
        at: '/red',
        color: 'red',
        prepared: ['/red'],
      })
    })

    it(`is that of the page led on to soon after load: ${how}`, async () => {
      const { at, color, prepared } = await pictured('/leads-on', { fullPage })
      expect({ at, color, last: prepared.at(-1) }).to.deep.equal({ at: '/end', color: 'blue', last: '/end' })
    })
  }

  it('succeeds although an intermediate page was refused', async () => {
    const { at, color } = await pictured('/leads-on', {}, ['/leads-on'])
    expect({ at, color }).to.deep.equal({ at: '/end', color: 'blue' })
  })

  for (const path of ['/red', '/leads-on']) {
    it(`is not had where the last page is refused: ${path}`, async () => {
      const last = path === '/red' ? '/red' : '/end'
      const error = await pictured(path, {}, [last]).catch((reason: Error) => reason.message)
      expect(error).to.equal(`${last} is refused`)
    })
  }
})
