import { expect } from 'chai'
import { errorCodes } from '#shared/errors.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'

/** Answers of the contract's error codes, put in place of the service's: each has a view. */
describe('console: errors', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab
  let answer: { status: number; body: string; headers: Record<string, string> } | null = null

  before(async function () {
    fixture = await consoleForSuite(this)
    tab = await fixture.tab()
    await tab.open(`#/inspect/snapshot?url=${encodeURIComponent(fixture.site.url('/'))}`)
    await tab.page.setRequestInterception(true)
    tab.page.on('request', (request) => {
      const isCall = request.method() === 'POST' && request.url().endsWith('/snapshot')
      if (!isCall) return void request.continue()
      if (answer === null) return void request.abort()
      request.respond({ ...answer, contentType: 'application/json' })
    })
  })
  after(async () => {
    await tab?.close()
    await fixture?.close()
  })

  const run = async () => {
    await tab.click('Run Snapshot')
    await tab.page.waitForSelector('[role=alert]')
    return tab.text('[role=alert]')
  }

  for (const [code, status] of Object.entries(errorCodes)) {
    if (status === 401) continue
    it(`${code} says what happened, what to do, and the id of the request`, async () => {
      const error = { code, message: `<b>This</b> is ${code}`, details: {} }
      const headers = { 'x-request-id': `request-${code}` }
      answer = { status, headers, body: JSON.stringify({ success: false, error }) }
      const text = await run()
      expect(text).to.include(`<b>This</b> is ${code}.`).and.include(`request-${code}`)
      expect(text.split('.').length).to.be.above(2)
      expect(await tab.axe()).to.deep.equal([])
    })
  }

  it('an answer that is none of the interface, such as that of a proxy, is said', async () => {
    answer = { status: 502, headers: {}, body: '<h1>Bad Gateway</h1>' }
    expect(await run()).to.include('The response was not understood')
  })

  it('no answer is said, and the call can be repeated', async () => {
    answer = null
    expect(await run()).to.include('The service does not respond')
    await tab.click('Try again')
    await tab.page.waitForSelector('[role=alert]')
  })
})
