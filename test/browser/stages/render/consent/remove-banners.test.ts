// own browser: frames in the process of the page need a flag
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { consentRules } from '#stages/render/adapters/page-scripts.ts'
import { type BannerOutcome, removeBanners } from '#stages/render/consent/remove-banners.ts'
import { eventually } from '#test/contract/eventually.ts'
import { openTestBrowser, requireBrowser, type TestBrowser } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { namedHosts } from '#test/support/sites/named-hosts.ts'

const folder = join(import.meta.dirname, '../../../../site/consent')
const pagesIn = (path: string) =>
  readdirSync(join(folder, path))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -'.html'.length))

/** Documents for other tests. */
const parts = ['frame-dialog', 'languages']
const replicas = pagesIn('.').filter((name) => !parts.includes(name))
const harmless = pagesIn('harmless')
/** The browser loads the page's own scripts only with that nonce. */
const policy = encodeURIComponent(
  "default-src 'self'; script-src 'nonce-n'; style-src 'unsafe-inline'; frame-src *",
)

/** These are answered. */
const refused = ['onetrust', 'complianz', 'klaro']
/** Nobody knows these, so they are hidden. */
const unanswered = ['accept-only', 'language-en']

/** Pages that differ in nothing but their banner and their title look the same without a banner. */
const looksOf = (name: string) =>
  readFileSync(join(folder, `${name}.html`), 'utf8').replaceAll(/<(template|title)\b.*?<\/\1>/gs, '')

interface Shown {
  readonly removed: BannerOutcome | null
  /** The viewport, as PNG. */
  readonly picture: string
  /** What was chosen with the banner's own buttons; null for nothing. */
  readonly choice: string | null
  /** Whether the page can be scrolled. */
  readonly scrolls: boolean
}

describe('banners', () => {
  /** Frames of other sites have the process of the page there, and processes of their own in the browser of the worker. */
  let together: TestBrowser
  before(async function () {
    requireBrowser(this)
    const { flag } = await namedHosts()
    together = await openTestBrowser([flag, '--disable-site-isolation-trials'])
  })
  after(() => together?.close())

  interface Visit {
    readonly path: string
    readonly removes?: boolean
    /** What is waited for between the load event and settling: the banner is shown, with its frames, or is answered. */
    readonly waitFor?: 'nothing' | 'banner' | 'frames' | 'choice'
    /** The picture is taken once the banner was shown and the page looks like that, or never comes to. */
    readonly looksLike?: string
    readonly inspect?: (page: Page) => Promise<void>
    /** Whether frames of other sites have processes of their own; default: yes. */
    readonly isApart?: boolean
  }

  async function show(visit: Visit): Promise<Shown> {
    const { path, removes = true, waitFor = 'nothing', looksLike, inspect, isApart = true } = visit
    const { tab, close } = await (isApart ? openWorkerTab() : together.open())
    try {
      await tab.page.setViewport({ width: 1280, height: 800 })
      const removal = removes ? await removeBanners(tab, consentRules()) : null
      await tab.page.goto(`http://www.example.com/consent/${path}`, { waitUntil: 'load' })
      if (waitFor !== 'nothing') await untilShown(tab.page)
      if (waitFor === 'frames') await untilLoaded(tab.page)
      if (waitFor === 'choice') await tab.page.waitForFunction(`'choice' in document.documentElement.dataset`)
      const removed = (await removal?.settle()) ?? null
      await inspect?.(tab.page)
      const picture = await pictureOf(tab.page, looksLike)
      const choice = await tab.page.evaluate('document.documentElement.dataset.choice ?? null')
      const scrolls = await tab.page.evaluate('scrollTo({ top: 500, behavior: "instant" }), scrollY === 500')
      return { removed, picture, choice: choice as string | null, scrolls: scrolls as boolean }
    } finally {
      await close()
    }
  }

  /** Until `show.js` has put the banner into the page. */
  const untilShown = (page: Page) => page.waitForFunction(`'shown' in document.documentElement.dataset`)

  /** Until the frames that are in the page have loaded: those of other sites take their time on a busy machine. */
  async function untilLoaded(page: Page): Promise<void> {
    const count = await page.evaluate('document.querySelectorAll("iframe").length')
    const isLoaded = '!location.href.startsWith("about:") && document.readyState === "complete"'
    await eventually(() => page.frames().length > Number(count))
    for (const frame of page.frames()) await frame.waitForFunction(isLoaded)
  }

  async function pictureOf(page: Page, looksLike?: string): Promise<string> {
    const shoot = () => page.screenshot({ encoding: 'base64' })
    if (looksLike === undefined) return shoot()
    await untilShown(page)
    let picture = ''
    const isSo = async () => {
      picture = await shoot()
      return picture === looksLike
    }
    await eventually(isSo).catch(() => {})
    return picture
  }

  const bare = new Map<string, Promise<Shown>>()
  const withoutBanner = (name: string) => {
    const looks = looksOf(name)
    const known = bare.get(looks) ?? show({ path: `${name}.html`, removes: false })
    bare.set(looks, known)
    return known
  }

  async function expectGone(shown: Shown, name: string): Promise<void> {
    const { picture } = await withoutBanner(name)
    expect(shown.picture === picture, 'the picture is that of the page without a banner').to.equal(true)
    expect(shown.choice).to.not.equal('accept')
    expect(shown.scrolls).to.equal(true)
  }

  function toWaitFor(name: string): 'frames' | 'choice' | 'banner' {
    if (refused.includes(name)) return 'choice'
    return name.endsWith('-frame') ? 'frames' : 'banner'
  }

  describe('that are there at once go, and a platform that is known is told no, never yes', () => {
    for (const name of replicas) {
      it(name, async () => {
        const { picture } = await withoutBanner(name)
        const visit = { path: `${name}.html?at=0`, waitFor: toWaitFor(name), looksLike: picture }
        const shown = await show(visit)
        await expectGone(shown, name)
        if (refused.includes(name)) expect(shown.choice).to.equal('refuse')
        if (unanswered.includes(name)) expect(shown.choice).to.equal(null)
        expect(shown.removed?.found).to.not.be.empty
        expect(shown.removed?.removed).to.equal(true)
      })
    }

    for (const name of ['sourcepoint', 'same-frame', 'other-frame']) {
      it(`${name}, in the process of the page`, async () => {
        const { picture } = await withoutBanner(name)
        const visit = {
          path: `${name}.html?at=0`,
          waitFor: 'banner',
          looksLike: picture,
          isApart: false,
        } as const
        await expectGone(await show(visit), name)
      })
    }
  })

  it('stay without the removal', async () => {
    for (const name of ['onetrust', 'sourcepoint', 'shadow', 'other-frame']) {
      const { picture } = await withoutBanner(name)
      const inspect = (page: Page) =>
        eventually(async () => (await page.screenshot({ encoding: 'base64' })) !== picture)
      await show({ path: `${name}.html?at=0`, removes: false, waitFor: 'banner', inspect })
    }
  })

  describe('that are late go', () => {
    for (const name of ['onetrust', 'sourcepoint', 'shadow', 'other-frame', 'language-de']) {
      it(`${name}, 1500 ms after loading, before the page is settled`, async () => {
        const { picture } = await withoutBanner(name)
        const visit = { path: `${name}.html?at=1500`, waitFor: 'banner', looksLike: picture } as const
        await expectGone(await show(visit), name)
      })

      it(`${name}, when the page is settled already`, async () => {
        const { picture } = await withoutBanner(name)
        const inspect = (page: Page) => page.evaluate('show()') as Promise<void>
        await expectGone(await show({ path: `${name}.html`, looksLike: picture, inspect }), name)
      })
    }
  })

  describe('go under a content security policy', () => {
    for (const name of ['onetrust', 'complianz', 'usercentrics', 'language-en', 'other-frame']) {
      it(name, async () => {
        const { picture } = await withoutBanner(name)
        const path = `${name}.html?at=0&csp=${policy}`
        await expectGone(await show({ path, waitFor: 'banner', looksLike: picture }), name)
      })
    }
  })

  describe('are not', () => {
    for (const name of harmless) {
      it(name, async () => {
        const path = `harmless/${name}.html`
        const shown = await show({ path })
        const { picture } = await show({ path, removes: false })
        expect(shown.picture === picture, 'the picture is that of the page as it is').to.equal(true)
        expect(shown.removed).to.deep.equal({ found: [], removed: false })
      })
    }
  })

  it('go in every language, as they come', async () => {
    const languages = 'cs da de el en es fi fr hu it ja ko nl no pl pt ro ru sv tr uk zh'.split(' ')
    const left: string[] = []
    const isShown = `[...document.querySelectorAll('[data-x]')].some((one) => one.checkVisibility())`
    const isSeen = async (page: Page) => (await page.evaluate(isShown)) as boolean
    const stays = (page: Page) =>
      eventually(async () => !(await isSeen(page))).then(
        () => false,
        () => true,
      )
    const inspect = (isLeft: typeof isSeen) => async (page: Page) => {
      for (const language of languages) {
        await page.evaluate(`show('${language}')`)
        if (await isLeft(page)) left.push(language)
        await page.evaluate(`document.querySelectorAll('[data-x]').forEach((one) => one.remove())`)
      }
    }
    await show({ path: 'languages.html', inspect: inspect(stays) })
    expect(left).to.deep.equal([])
    await show({ path: 'languages.html', inspect: inspect(isSeen), removes: false })
    expect(left).to.deep.equal(languages)
  }).timeout(120_000)

  it('go without a trace among the globals of the page', async () => {
    const globals = async (removes: boolean) => {
      let names: unknown
      const inspect = async (page: Page) => {
        names = await page.evaluate('Object.getOwnPropertyNames(window).sort()')
      }
      await show({ path: 'onetrust.html?at=0', removes, waitFor: 'banner', inspect })
      return names
    }
    expect(await globals(true)).to.deep.equal(await globals(false))
  })
})
