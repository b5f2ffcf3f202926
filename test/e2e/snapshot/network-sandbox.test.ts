// own service: its browsers run in a network sandbox
import { rm } from 'node:fs/promises'
import { expect } from 'chai'
import { freshFolder } from '#infra/services/process.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { get, postSnapshot } from '#test/support/service/api-client.ts'
import { descendantsOf, eventually, stillRunning } from '#test/support/service/processes.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { requireNetworkSandbox } from '#test/unit/stages/render/adapters/network-sandbox/require-network-sandbox.ts'

describe('snapshots in the network sandbox', function () {
  this.timeout(90_000)
  let site: TargetSite
  let folder: string
  let service: ServiceProcess

  before(async function () {
    requireBrowser(this)
    await requireNetworkSandbox(this)
    folder = await freshFolder('jail')
    site = await openSite()
  })
  beforeEach(async () => {
    service = await startParts([], { env: { DATA_DIR: folder, RENDER_JAIL: 'on' } })
  })
  afterEach(endAllServices)
  after(async () => {
    await site?.close()
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  const shoot = (path: string) =>
    postSnapshot(service.url, { url: site.url(path), viewport: { width: 320, height: 240 } })

  it('equal those of any other browser, and metrics report the sandbox', async () => {
    const { status, text } = await shoot('/jailed')
    expect(status, text).to.equal(200)
    expect(site.hits('/jailed')).to.equal(1)
    const metrics = await get(`${service.url}/metrics`)
    expect(metrics.text).to.match(/^pageprobe_browser_isolation\{mechanism="network_namespace"\} 1$/m)
    const processes = descendantsOf(service.pid)
    expect(await service.stop()).to.equal(0)
    expect(stillRunning(processes)).to.deep.equal([])
  })

  it('leave no process behind after kill -9', async () => {
    const { status, text } = await shoot('/killed')
    expect(status, text).to.equal(200)
    const processes = descendantsOf(service.pid)
    expect(processes.map(({ command }) => command).join())
      .to.include('namespace.worker.ts')
      .and.match(/chrom/i)
    await service.kill()
    await eventually(() => stillRunning(processes).length === 0)
    expect(stillRunning(processes)).to.deep.equal([])
  })
})
