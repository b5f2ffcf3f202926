import { rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { ElementHandle } from 'puppeteer-core'
import { eventually } from '#test/contract/eventually.ts'
import { expectAccessible, expectContained } from '#test/support/console/console-checks.ts'
import { readTable, sectionText } from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { atClosedPort } from '#test/support/sites/closed-port.ts'
import { makePageGate } from '#test/support/sites/page-gate.ts'

/** Batches of lists: how they are started, watched, stopped, and read. */
describe('console: batches', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab
  const gate = makePageGate()

  before(async function () {
    const refuse = (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(503, { 'retry-after': '20' }).end()
    fixture = await consoleForSuite(this, { site: { before: gate.before, routes: { '/refuses': refuse } } })
  })

  after(() => fixture?.close())
  beforeEach(async () => {
    tab = await fixture.tab()
  })
  afterEach(async () => {
    gate.freeWaiting()
    await tab.close()
  })

  const urls = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => fixture.site.url(`/${name}-${index + 1}`))

  /** From the list of batches to a new one with these lines. */
  const start = async (lines: readonly string[]) => {
    await tab.open('#/batches')
    await tab.click('New')
    await (await tab.page.waitForSelector('::-p-aria([name="URLs"][role="textbox"])'))?.focus()
    await tab.page.keyboard.sendCharacter(lines.join('\n'))
    await tab.click('Start')
    await tab.page.waitForSelector('progress')
  }

  /** Waits until the status says the state. */
  const untilState = (state: string, { page } = tab) =>
    page.waitForFunction(
      (word) => [...document.querySelectorAll('[role=status]')].some((one) => one.textContent === word),
      {},
      state,
    )

  const ended = ({ page } = tab) => page.$eval('progress', (bar) => (bar as HTMLProgressElement).position)

  const untilAbove = (share: number) =>
    tab.page.waitForFunction(
      (least) => (document.querySelector('progress')?.position ?? 0) > least,
      { timeout: 60_000 },
      share,
    )

  it('of a list are watched, paused, resumed, and are whole in a tab that is opened late', async () => {
    await start(urls('held', 20))
    expect(tab.page.url()).to.match(/#\/batches\/[\w-]+$/)
    await untilState('running')
    for (let step = 0; step < 2; step++) {
      const before = await ended()
      gate.free(2)
      await untilAbove(before)
    }
    expect(await tab.page.$('::-p-aria([role="progressbar"])')).not.to.equal(null)

    await tab.click('Pause')
    await untilState('paused')
    await tab.page.waitForSelector('::-p-aria([name="Resume"][role="button"])')
    // What was under way comes to its end, also a page that the site is asked for after the batch was paused.
    await eventually(async () => {
      gate.freeWaiting()
      return /Running\s+0\b/.test(await tab.text())
    })
    const paused = await ended()
    expect(paused).to.be.below(1)
    await tab.click('Resume')
    await untilState('running')
    gate.free(20)
    await untilAbove(paused)

    const late = await fixture.tab()
    await late.open(new URL(tab.page.url()).hash)
    await untilState('finished', late)
    expect(await ended(late)).to.equal(1)
    expect(await late.text()).to.match(/Done\s+20\b/)
    await late.page.waitForFunction(
      () => document.querySelectorAll('[aria-label^="Results in"] tbody tr').length === 20,
    )
    await expectAccessible(late)
    expectContained(late, fixture.url)
    await late.close()
    await untilState('finished')
  })

  it('that come in pieces are listed as open, have no pace, and are started or cancelled', async () => {
    const headers = { 'x-api-key': fixture.key, 'content-type': 'application/x-ndjson' }
    const body = `${urls('piece', 2).join('\n')}\n`
    const opened = await fetch(`${fixture.url}/batches?open=true&fields=basic`, {
      method: 'POST',
      headers,
      body,
    })
    const { id } = (await opened.json()) as { id: string }
    await tab.open('#/batches?state=open')
    await tab.page.waitForSelector(`a[href$="${id}"]`)
    await tab.open(`#/batches/${id}`)
    await untilState('open')
    const text = await tab.text()
    expect(text)
      .to.include('its URLs are still being sent')
      .and.match(/Waiting\s+2\b/)
      .and.include('not started')
    expect(await tab.page.$('::-p-aria([name="Pause"][role="button"])')).to.equal(null)
    expect(await tab.page.$('::-p-aria([name="Cancel"][role="button"])')).not.to.equal(null)
    await expectAccessible(tab)
    await tab.click('Start')
    gate.free(2)
    await untilState('finished')
    expect(await tab.text()).to.match(/Done\s+2\b/)
  })

  it('say of each page that failed why, and a row opens its result', async () => {
    const closed = atClosedPort(fixture.site.url('/closed', 1))
    await start([fixture.site.url('/fine'), closed])
    await untilState('finished')
    const reasons = await readTable(tab, 'Failures by reason')
    expect(reasons.rows).to.have.length(1)
    expect(reasons.rows.flat().join(' '))
      .to.match(/[A-Z]+_[A-Z_]+/)
      .and.include(closed)
    const code = /[A-Z]+_[A-Z_]+/.exec(reasons.rows.flat().join(' '))?.[0] ?? ''
    const inResults = `[aria-label^="Results in"] ::-p-text(${closed})`
    await tab.page.waitForSelector(inResults)
    const results = await readTable(tab, 'Results in the order in which they ended')
    const failed = results.rows.find((cells) => cells.join(' ').includes(closed))?.join(' ') ?? ''
    expect(failed).to.include(code)
    // The code has words beside it.
    expect(failed.replace(closed, '').replace(code, '')).to.match(/[a-z]{3,} [a-z]{2,}/i)
    await expectAccessible(tab)

    const row = await tab.page.waitForSelector(inResults)
    await (row as ElementHandle<HTMLElement> | null)?.click()
    await tab.page.waitForSelector('[role=alert]')
    expect(await tab.text('[role=alert]')).to.include(code)
    await tab.page.goBack()
    const fine = await tab.page.waitForSelector(
      `[aria-label^="Results in"] ::-p-text(${fixture.site.url('/fine')})`,
    )
    await (fine as ElementHandle<HTMLElement> | null)?.click()
    await tab.waitForText('Search preview')
    expect(await tab.text('main')).to.include('Page /fine')
    expectContained(tab, fixture.url)
  })

  it('say why they are slow', async () => {
    await start([fixture.site.url('/refuses')])
    await tab.page.waitForFunction(() =>
      /waits \d+ s: \/refuses responded 503 and asked to wait/.test(
        document.querySelector('[aria-label="Why it is slow"]')?.textContent ?? '',
      ),
    )
    await expectAccessible(tab)
    await tab.click('Cancel')
    await tab.click('Cancel the batch')
    await untilState('cancelled')
  })

  it('show the lines that were not accepted, each with its number and reason', async () => {
    await start([fixture.site.url('/first'), 'no address', fixture.site.url('/third'), '{"address": 1}'])
    await untilState('finished')
    const { columns, rows } = await readTable(tab, 'Rejected lines')
    expect(columns).to.deep.equal(['Line', 'Reason'])
    expect(rows.map(([line]) => line)).to.deep.equal(['2', '4'])
    expect(rows.every(([, reason = '']) => /url/i.test(reason))).to.equal(true)
    expect(await sectionText(tab, 'Progress')).to.match(/2 of 2 ended/)
  })

  for (const [name, fragment, field, value] of [
    ['no URLs', '#/batches/new', 'urls', ''],
    ['no start page', '#/batches/new?kind=crawl', 'seeds', ''],
    ['a wrong number', '#/batches/new?kind=crawl', 'max_pages', 'many'],
  ] as const) {
    it(`are not started with ${name}: the field is marked and says why`, async () => {
      await tab.open(fragment)
      const control = await tab.page.waitForSelector(`[name=${field}]`)
      if (field === 'max_pages') {
        await tab.page.focus('[name=seeds]')
        await tab.page.keyboard.sendCharacter(fixture.site.url('/'))
      }
      await control?.focus()
      if (value !== '') await tab.page.keyboard.sendCharacter(value)
      await tab.click('Start')
      await tab.page.waitForSelector(`[name=${field}][aria-invalid=true]`)
      const described = await tab.page.$eval(`[name=${field}]`, (one) =>
        (one.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      )
      expect(described).to.match(/required|must/)
      expect(tab.page.url()).to.include('#/batches/new')
      expect(await tab.page.$$eval('[aria-invalid=true]', (all) => all.length)).to.equal(1)
      await expectAccessible(tab)
    })
  }

  it('of a file with 5,000 lines are accepted, cancelled in a dialog, and read page by page', async () => {
    const file = join(tmpdir(), `console-batch-${process.pid}.txt`)
    // So many are answered, and no more.
    gate.free(300)
    await writeFile(file, urls('held-many', 5000).join('\n'))
    await tab.open('#/batches/new?kind=file')
    const input = await tab.page.waitForSelector('input[type=file]')
    await (input as ElementHandle<HTMLInputElement> | null)?.uploadFile(file)
    await tab.click('Start')
    await tab.page.waitForSelector('progress')
    await tab.waitForText(/of 5,000 ended/)
    await rm(file)
    await untilAbove(205 / 5000)

    await tab.click('Cancel')
    await tab.page.waitForSelector('dialog[open]')
    await tab.page.keyboard.press('Escape')
    await tab.page.waitForFunction(() => document.querySelector('dialog') === null)
    await tab.click('Cancel')
    await tab.click('Cancel the batch')
    gate.freeWaiting()
    await untilState('cancelled')
    expect(await tab.page.$('::-p-aria([name="Cancel"][role="button"])')).to.equal(null)

    /** Numbers of the results, once the last of a page is there: the list is read again when the batch is over. */
    const numbersTo = async (last: number) => {
      await tab.page.waitForFunction(
        (number) =>
          document.querySelector('[aria-label^="Results in"] tbody tr:last-child td')?.textContent === number,
        {},
        `${last}`,
      )
      const { rows } = await readTable(tab, 'Results in the order in which they ended')
      return rows.map(([number]) => Number((number ?? '').replace(',', '')))
    }
    const from = (first: number) => Array.from({ length: 100 }, (_, index) => first + index)
    expect(await numbersTo(100)).to.deep.equal(from(1))
    await tab.click('Next')
    await tab.waitForText(/101 to 200 of/)
    expect(await numbersTo(200)).to.deep.equal(from(101))
    expect(tab.page.url()).to.include('after=100')
    await tab.page.reload()
    expect(await numbersTo(200)).to.deep.equal(from(101))
  })
})
