// own service: its browsers are looked for, and it is started without any
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshFolder } from '#infra/services/process.ts'
import { eventually as untilSo } from '#test/contract/eventually.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { get, getMetadata, postSnapshot } from '#test/support/service/api-client.ts'
import { descendantsOf, stillRunning } from '#test/support/service/processes.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const small = { viewport: { width: 320, height: 240 } }

describe('browsers and the process that owns them', function () {
  this.timeout(150_000)
  let site: TargetSite
  let folder: string

  beforeEach(async () => {
    folder = await freshFolder('browsers')
    site = await openSite()
  })
  afterEach(async () => {
    await endAllServices()
    await site.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  const start = (env: Readonly<Record<string, string>> = {}) =>
    startParts([], { env: { DATA_DIR: folder, CHROME_SANDBOX: 'off', RENDER_CONCURRENCY: '1', ...env } })
  const shoot = (service: ServiceProcess, path: string) =>
    postSnapshot(service.url, { ...small, url: site.url(path) })

  it('are gone after SIGTERM, with their folders', async function () {
    requireBrowser(this)
    const service = await start()
    expect((await shoot(service, '/first')).status).to.equal(200)
    const browsers = descendantsOf(service.pid)
    expect(browsers.map(({ command }) => command).join()).to.match(/chrom/i)
    expect(await service.stop()).to.equal(0)
    expect(stillRunning(browsers)).to.deep.equal([])
    expect(await readdir(join(folder, 'browsers'))).to.deep.equal([])
  })

  it('may be missing: the rest works, and the log says what to install', async () => {
    const nothing = await mkdtemp(join(tmpdir(), 'pageprobe-no-browser-'))
    await mkdir(join(nothing, 'home'))
    const service = await start({ PATH: nothing, HOME: join(nothing, 'home'), XDG_CACHE_HOME: nothing })
    const { status, headers, json } = await shoot(service, '/none')
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '2'])
    expect(json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
    expect((await getMetadata(service.url, site.url('/metadata'))).status).to.equal(200)
    await untilSo(async () => {
      const ready = await get(`${service.url}/readyz`)
      expect([ready.status, ready.json?.status]).to.deep.equal([200, 'degraded'])
      expect(ready.json).to.deep.include({ missing: ['browser'] })
      expect(ready.json)
        .to.have.nested.property('reasons.browser')
        .that.matches(/no Chromium.*CHROME_PATH/)
      return true
    })
    const advice = /There is no Chromium: install the package chromium-headless-shell/
    await untilSo(() => advice.test(service.stderr()))
    expect(await service.stop()).to.equal(0)
    await rm(nothing, { recursive: true })
  })

  it('are missing for a wrong CHROME_PATH, too', async () => {
    const service = await start({ CHROME_PATH: join(folder, 'none') })
    const { status, json } = await shoot(service, '/none')
    expect(status).to.equal(503)
    expect(json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
    await untilSo(() => service.stderr().includes(join(folder, 'none')))
    expect(await service.stop()).to.equal(0)
  })
})
