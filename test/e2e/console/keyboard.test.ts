import { expect } from 'chai'
import { shownPicture } from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'

/** Presses of Tab after which an element counts as out of reach. */
const MAX_PRESSES = 60

/** What has the focus. */
interface Focused {
  /** Accessible name, as far as its label, `aria-label` or text tell. */
  readonly name: string
  readonly tag: string
  /** Whether a person sees that it has the focus. */
  readonly isVisible: boolean
}

/** The main paths with Tab, Enter and Escape alone. The focus is seen at each step, and goes to the heading of each new view. */
describe('console: keyboard', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab

  before(async function () {
    fixture = await consoleForSuite(this)
  })
  after(() => fixture?.close())
  beforeEach(async () => {
    tab = await fixture.tab()
    await tab.page.waitForSelector('input[name=url]')
  })
  afterEach(() => tab.close())

  const focused = (): Promise<Focused> =>
    tab.page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const [label] = (element as HTMLInputElement).labels ?? []
      const name = element.getAttribute('aria-label') ?? label?.innerText ?? element.innerText
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      const { top, bottom } = element.getBoundingClientRect()
      const isOnScreen = bottom > 0 && top < innerHeight
      return {
        name: name.trim().replaceAll(/\s+/g, ' ').slice(0, 200),
        tag: element.localName,
        isVisible: element.matches(':focus-visible') && isOutlined && isOnScreen,
      }
    })

  /** Presses Tab until the element of that name has the focus, which is seen all the way; first waits until nothing loads. */
  const tabTo = async (name: string, tag?: string) => {
    await tab.page.waitForFunction(() => document.querySelector('main .skeleton') === null)
    const passed: string[] = []
    for (let presses = 0; presses < MAX_PRESSES; presses++) {
      await tab.page.keyboard.press('Tab')
      const now = await focused()
      // At the end of the page the browser begins again.
      if (now.tag === 'body') continue
      expect(now.isVisible, `${now.tag} ${now.name} shows that it has the focus`).to.equal(true)
      if (now.name === name && (tag === undefined || now.tag === tag)) return
      passed.push(now.name)
    }
    throw new Error(`no ${name} among ${passed.join(' | ')}`)
  }

  const press = (key: 'Enter' | 'Escape' | 'Tab') => tab.page.keyboard.press(key)

  /** Waits until the heading of the view has the focus. */
  const atHeading = (text: string) =>
    tab.page.waitForFunction(
      (wanted) =>
        document.activeElement?.localName === 'h1' && document.activeElement.textContent?.startsWith(wanted),
      {},
      text,
    )

  it('leads to a picture', async () => {
    await tabTo('URL', 'input')
    await tab.page.keyboard.type(fixture.site.url('/picture'))
    await tabTo('Phone', 'input')
    await tab.page.keyboard.press('ArrowRight')
    await press('Enter')
    expect(await shownPicture(tab, 'img[alt^="Snapshot of"]')).to.deep.equal([1920, 1080])
    await tab.waitForText(/^(New|In part from the cache), in /m)
    await tabTo('Screenshot', 'a')
    await press('Enter')
    await tabTo('100 %', 'button')
    await press('Enter')
    expect(await tab.page.$eval('.picture img', (image) => image.getBoundingClientRect().width)).to.equal(
      1920,
    )
    await tabTo('Screenshot', 'section')
  })

  it('skips the navigation', async () => {
    await press('Tab')
    expect((await focused()).name).to.equal('Skip to the content')
    await press('Enter')
    expect((await focused()).tag).to.equal('main')
  })

  it('leads to a batch', async () => {
    await tabTo('Batches', 'a')
    await press('Enter')
    await atHeading('Batches')
    await tabTo('New', 'a')
    await press('Enter')
    await atHeading('New batch')
    await tabTo('URLs', 'textarea')
    await tab.page.keyboard.type(fixture.site.url('/one'))
    await press('Enter')
    await tab.page.keyboard.type(fixture.site.url('/two'))
    await tabTo('Start', 'button')
    await press('Enter')
    await atHeading('Batch')
    await tab.waitForText(/2 of 2 ended/)
    await tabTo('Report', 'a')
    await press('Enter')
    await atHeading('Site report')
  })

  it('leads to a key, and to its end', async () => {
    await tabTo('Keys and usage', 'a')
    await press('Enter')
    await atHeading('Keys and usage')
    await tabTo('Label', 'input')
    await tab.page.keyboard.type('By keyboard')
    await tabTo('Create', 'button')
    await press('Enter')
    const box = await tab.page.waitForSelector('pre[aria-label="New key"]')
    const id = ((await box?.evaluate((pre) => pre.textContent)) ?? '').slice(3, 11)
    await tab.page.waitForFunction(() => document.activeElement?.textContent === 'The new key')
    await tab.page.waitForSelector(`::-p-aria([name="Revoke ${id}"][role="button"])`)
    await tabTo(`Revoke ${id}`, 'button')
    await press('Enter')
    await tab.page.waitForSelector('dialog[open]')
    await press('Escape')
    await tab.page.waitForFunction(() => document.querySelector('dialog') === null)
    expect((await focused()).name).to.equal(`Revoke ${id}`)
    await press('Enter')
    await tab.page.waitForSelector('dialog[open]')
    if ((await focused()).name !== 'Revoke') await tabTo('Revoke', 'button')
    await press('Enter')
    await tab.waitForText(`${id} is revoked`)
    await tab.page.waitForFunction(
      (name) => ![...document.querySelectorAll('button')].some((one) => one.textContent === name),
      {},
      `Revoke ${id}`,
    )
    expect((await focused()).tag).not.to.equal('body')
  })

  it('leads from an inspection of the history back to it', async () => {
    await tabTo('URL', 'input')
    await tab.page.keyboard.type(fixture.site.url('/again'))
    for (const name of ['Metadata', 'Performance', 'SEO audit']) {
      await tabTo(name, 'input')
      await tab.page.keyboard.press('Space')
    }
    await press('Enter')
    await shownPicture(tab, 'img[alt^="Snapshot of"]')
    await tab.page.reload()
    await tab.page.waitForSelector('input[name=url]')
    await tabTo('History', 'a')
    await press('Enter')
    await atHeading('History')
    await tabTo(fixture.site.url('/again'), 'a')
    await press('Enter')
    await atHeading('Inspection')
    await shownPicture(tab, 'img[alt^="Snapshot of"]')
    await tabTo('History', 'a')
    await press('Enter')
    await atHeading('History')
  })
})
