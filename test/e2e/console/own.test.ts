import { expect } from 'chai'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { sentBytes } from '#test/support/console/sent-bytes.ts'
import { getPath } from '#test/support/service/api-client.ts'
import { openProxy } from '#test/support/sites/proxy-site.ts'

const MAX_FIRST_BYTES = 150_000
const MAX_BYTES = 300_000

/** The console by the service's own measure: infra/docs/clients.md#console. */
describe('console: its own page', function () {
  this.timeout(120_000)
  let fixture: ConsoleFixture

  before(async function () {
    fixture = await consoleForSuite(this)
  })
  after(() => fixture?.close())

  it('first loads at most 150 kB, and has at most 300 kB in all', async () => {
    const tab = await fixture.tab()
    await tab.page.waitForSelector('input[name=url]')
    const { first, all } = await sentBytes(fixture.url, tab.requests)
    expect(first).to.be.within(10_000, MAX_FIRST_BYTES)
    expect(all).to.be.within(first + 1, MAX_BYTES)
    await tab.close()
  })

  it('has an audit of 95 or more', async () => {
    const proxy = await openProxy(fixture.url)
    const url = encodeURIComponent(`${proxy.url}/`)
    const { json } = await getPath(fixture.service, `/seo-audit?url=${url}`)
    await proxy.close()
    const { scoring } = json as { scoring: { overall: number } }
    expect(scoring.overall).to.be.at.least(95)
  })

  it('has in its page what it shows without a key, so that nothing changes when it starts', async () => {
    const textOf = (tab: ConsoleTab) =>
      tab.page.$$eval('#app > header, main > h1, main > h1 ~ p, main > h1 ~ ul', (all) =>
        all.map((one) => one.outerHTML),
      )
    const still = await fixture.tab({ key: null, isScripted: false })
    const started = await fixture.tab({ key: null })
    await started.page.waitForSelector('input[type=password]')
    expect(await textOf(still)).to.deep.equal(await textOf(started))
    await still.close()
    await started.close()
  })

  it('works below the path of a proxy: it asks for everything relative to itself', async () => {
    const page = await (await fetch(`${fixture.url}/`)).text()
    const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? '')
    expect(addresses.filter((address) => /^(\/|https?:)/.test(address))).to.deep.equal([])
  })
})
