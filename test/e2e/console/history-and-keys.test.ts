import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { expectAccessible, expectContained } from '#test/support/console/console-checks.ts'
import { choose, readTable, sectionText } from '#test/support/console/console-controls.ts'
import { type ConsoleFixture, consoleForSuite } from '#test/support/console/console-fixture.ts'
import type { ConsoleTab } from '#test/support/console/console-tab.ts'
import { getMetadata, getPath } from '#test/support/service/api-client.ts'
import { atClosedPort } from '#test/support/sites/closed-port.ts'

/** What was inspected, who may inspect, and how the service is. */
describe('console: history, keys and health', function () {
  this.timeout(90_000)
  let fixture: ConsoleFixture
  let tab: ConsoleTab

  before(async function () {
    fixture = await consoleForSuite(this)
  })
  after(() => fixture?.close())
  beforeEach(async () => {
    tab = await fixture.tab()
  })
  afterEach(() => tab.close())

  const withKey = (key: string) => ({ headers: { 'x-api-key': key } })

  describe('history', () => {
    let failed = ''

    before(async () => {
      const { service, url, site } = fixture
      failed = atClosedPort(site.url('/closed'))
      await getMetadata(service, site.url('/oldest'))
      await getPath(service, `/seo-audit?url=${encodeURIComponent(site.url('/middle'))}`)
      await getMetadata(service, failed)
      const other = await fixture.makeKey({ owner: 'somebody-else' })
      await getMetadata(url, site.url('/of-somebody-else'), withKey(other))
    })

    const listed = async () => {
      const { rows } = await readTable(tab, 'Inspections')
      return rows.map(([url]) => url)
    }
    const untilListed = (count: number) =>
      tab.page.waitForFunction(
        (wanted) => document.querySelectorAll('[aria-label=Inspections] tbody tr').length === wanted,
        {},
        count,
      )

    it('lists the inspections of the owner, the newest first', async () => {
      await tab.click('History')
      const paths = [failed, fixture.site.url('/middle'), fixture.site.url('/oldest')]
      expect(await listed()).to.deep.equal(paths)
      const { columns, rows } = await readTable(tab, 'Inspections')
      const operation = columns.indexOf('Operation')
      expect(rows.map((cells) => cells[operation])).to.deep.equal(['Metadata', 'SEO audit', 'Metadata'])
      expectContained(tab, fixture.url)
    })

    it('filters, and the address keeps the filters', async () => {
      await tab.open('#/history')
      await untilListed(3)
      await choose(tab, 'Operation', 'metadata')
      await untilListed(2)
      await choose(tab, 'State', 'failed')
      await untilListed(1)
      expect(await listed()).to.deep.equal([failed])
      await tab.page.reload()
      await untilListed(1)
      await choose(tab, 'State', '')
      await choose(tab, 'Operation', '')
      await untilListed(3)
      await tab.fill('Host', new URL(failed).host)
      await untilListed(1)
      expect(await listed()).to.deep.equal([failed])
      await tab.fill('Host', 'elsewhere.example')
      await tab.waitForText('No inspection matches')
    })

    it('opens an inspection: its result, or why it failed', async () => {
      await tab.open('#/history')
      await tab.click(fixture.site.url('/middle'))
      await tab.waitForText('Fix first')
      expect(await tab.text('h1')).to.include('SEO audit')
      await tab.page.goBack()
      await tab.click(failed)
      await tab.page.waitForSelector('[role=alert]')
      expect(await tab.text('[role=alert]')).to.match(/[A-Z]+_[A-Z]+/)
      expect(tab.complaints).to.deep.equal([])
    })
  })

  describe('keys', () => {
    it('are created, shown once, and listed; the key stands neither in the address nor in the storage', async () => {
      await tab.open('#/keys')
      await tab.fill('Label', 'For the tests of paths')
      const limit = await tab.page.waitForSelector('[name="limits.metadata"]')
      await limit?.type('7')
      await tab.click('Create')
      const box = await tab.page.waitForSelector('pre[aria-label="New key"]')
      const key = (await box?.evaluate((pre) => pre.textContent)) ?? ''
      const answer = await getMetadata(fixture.url, fixture.site.url('/new-key'), withKey(key))
      expect(answer.status).to.equal(200)
      expect(answer.headers.get('x-ratelimit-limit')).to.equal('7')

      await tab.waitForText('metadata 7')
      const { rows } = await readTable(tab, 'Keys')
      const row = rows.find((cells) => cells.includes('For the tests of paths')) ?? []
      expect(row.join(' ')).to.include(key.slice(3, 11)).and.include('metadata 7').and.include('Active')
      await expectAccessible(tab)
      const stored = await tab.page.evaluate(() => [
        location.href,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
        document.cookie,
      ])
      expect(stored.join(' ')).not.to.include(key)
      expect(tab.requests.join(' ')).not.to.include(key)
      await tab.click('Health')
      await tab.waitForText('Last response')
      await tab.click('Keys and usage')
      await readTable(tab, 'Keys')
      expect(await tab.page.content()).not.to.include(key)
      expectContained(tab, fixture.url)
    })

    it('are revoked by keyboard, after a question, and refused from then on', async () => {
      const key = await fixture.makeKey({ label: 'To be revoked' })
      const id = key.slice(3, 11)
      await tab.open('#/keys')
      const { keyboard } = tab.page
      const button = await tab.page.waitForSelector(`::-p-aria([name="Revoke ${id}"][role="button"])`)
      await button?.focus()
      await keyboard.press('Enter')
      await tab.page.waitForSelector('dialog[open]')
      await keyboard.press('Escape')
      await tab.page.waitForFunction(() => document.querySelector('dialog') === null)
      expect(await button?.evaluate((one) => one === document.activeElement)).to.equal(true)
      const call = () => getMetadata(fixture.url, fixture.site.url('/revoked'), withKey(key))
      expect((await call()).status).to.equal(200)

      await keyboard.press('Enter')
      await tab.page.waitForSelector('dialog[open]')
      expect(await tab.text('dialog')).to.include('To be revoked')
      await expectAccessible(tab)
      expect(await tab.page.evaluate(() => document.activeElement?.textContent)).to.equal('Back')
      await keyboard.down('Shift')
      await keyboard.press('Tab')
      await keyboard.up('Shift')
      await keyboard.press('Enter')
      await tab.waitForText(`${id} is revoked`)
      await eventually(async () => (await call()).status === 401)
      await tab.page.waitForFunction((one) => one?.isConnected === false, {}, button)
      const { rows } = await readTable(tab, 'Keys')
      expect(rows.find((cells) => cells.includes('To be revoked'))).to.include('Revoked')
    })

    it('without the scope admin have a remark, and their use rises with each call', async () => {
      const key = await fixture.makeKey({ limits: { metadata: 5 } })
      const own = await fixture.tab({ key })
      await own.open('#/keys')
      await own.waitForText(/Metadata\s+0 of 5 used, 5 left/)
      expect(await own.text('main')).to.include('admin')
      expect(await own.page.$('::-p-aria([name="Create"])')).to.equal(null)
      await getMetadata(fixture.url, fixture.site.url('/counted'), withKey(key))
      await own.page.reload()
      await own.waitForText(/Metadata\s+1 of 5 used, 4 left/)
      await expectAccessible(own)
      await own.close()
    })

    it('without a limit show what was used today and by day', async () => {
      const key = await fixture.makeKey({ plan: 'enterprise' })
      for (const path of ['/one', '/two', '/three'])
        await getMetadata(fixture.url, fixture.site.url(path), withKey(key))
      const own = await fixture.tab({ key })
      await own.open('#/keys')
      await own.waitForText(/Metadata\s+No limit, 3 used today/)
      await own.page.waitForSelector('svg[aria-label^="3 calls from "]')
      const bars = await own.page.$$eval('.day-bars rect', (all) =>
        all.map((one) => Number(one.getAttribute('height'))),
      )
      expect(bars).to.have.length(30)
      expect(bars.flatMap((height, at) => (height > 0 ? at : []))).to.deep.equal([29])
      await own.page.click('::-p-text(Usage by day)')
      const { rows } = await readTable(own, 'Usage by day')
      const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date())
      expect(rows).to.deep.equal([[today, '3']])
      await expectAccessible(own)
      await own.close()
    })
  })

  describe('health', () => {
    it('says how the service is; when it is gone, the last state stays with a notice', async () => {
      await tab.open('#/health')
      await tab.waitForText(/^Everything works/m)
      const headline = await tab.text('main [role=status]')
      const { json } = await getPath(fixture.service, '/readyz')
      expect(json?.status).to.equal('ready')
      expect(headline).to.match(/^Everything works/)
      expect(await sectionText(tab, 'Parts')).to.include('Browser')
      await tab.page.setRequestInterception(true)
      tab.page.on('request', (request) => void request.abort())
      await tab.page.waitForSelector('[role=alert]')
      expect(await tab.text('[role=alert]')).to.include('The service does not respond')
      expect(await tab.text('main [role=status]'))
        .to.include(headline)
        .and.match(/last known/i)
      expect(await sectionText(tab, 'Parts')).to.include('Browser')
      await expectAccessible(tab)
    })
  })
})
