// own service: its folder of images is read and aged
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { postSnapshot } from '#test/support/service/api-client.ts'
import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { runToEnd } from '#test/support/service/service-process.ts'
import { openSite } from '#test/support/sites/target-site.ts'
import { snapshotImagesContract } from './images.ts'

const HOUR_MS = 3_600_000

snapshotImagesContract('a folder', openEmbeddedService)

describe('the expiry of images', function () {
  this.timeout(120_000)

  it('is IMAGE_TTL_DAYS, and longer than the cache of snapshots', async function () {
    requireBrowser(this)
    const site = await openSite()
    const fixture = await openEmbeddedService({ IMAGE_TTL_DAYS: '2' })
    try {
      const { json } = await postSnapshot(fixture.service.url, { url: site.url('/') })
      const url = String(json?.screenshot_url)
      const folder = join(fixture.env.DATA_DIR as string, 'objects', 'images')
      const [file = ''] = await readdir(folder)
      const statusAtAge = async (hours: number) => {
        const then = new Date(Date.now() - hours * HOUR_MS)
        await utimes(join(folder, file), then, then)
        return (await fetch(url)).status
      }
      expect(await statusAtAge(25)).to.equal(200)
      expect(await statusAtAge(47)).to.equal(200)
      expect(await statusAtAge(49)).to.equal(404)
    } finally {
      await fixture.close()
      await site.close()
    }
  })

  it('cannot be configured shorter than that', async () => {
    const { code, stderr } = await runToEnd([], { env: { IMAGE_TTL_DAYS: '1' } })
    expect(code).to.equal(1)
    expect(stderr).to.include('IMAGE_TTL_DAYS')
  })
})
