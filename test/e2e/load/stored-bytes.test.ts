import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { getMetadata, postSnapshot } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** An image of this size without compression has 3 MB; noise does not compress. */
const NOISE = `<canvas id="c" width="1000" height="1000"></canvas><script>
  const context = document.getElementById('c').getContext('2d')
  const image = context.createImageData(1000, 1000)
  for (let at = 0; at < image.data.length; at += 65536) crypto.getRandomValues(image.data.subarray(at, at + 65536))
  context.putImageData(image, 0, 0)
</script>`

onBothShared('daily storage of an owner', (open) => {
  let site: TargetSite
  let fixture: UsedService
  before(async function () {
    requireBrowser(this)
    site = await openOwnSite({
      routes: {
        '/noise': (_request, response) => void response.setHeader('content-type', 'text/html').end(NOISE),
      },
    })
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const shoot = (key: string, path: string) =>
    postSnapshot(
      fixture.url,
      { url: site.url(path), format: 'png', viewport: { width: 1000, height: 1000 }, waitUntil: 'load' },
      { key },
    )

  it('is limited by its plan: new inspections are refused until midnight, cached answers are returned', async () => {
    const [free, enterprise] = [await fixture.makeKey({ plan: 'free' }), fixture.key]
    const first = await shoot(free, '/noise')
    expect(first.status, first.text).to.equal(200)
    expect(first.json?.size_bytes).to.be.above(1024 * 1024)
    const refused = await shoot(free, '/other')
    expect(refused.status, refused.text).to.equal(429)
    expect(refused.json).to.have.nested.property('error.code', 'RATE_LIMIT_EXCEEDED')
    expect(refused.json).to.have.nested.property('error.details.limit', 1024 * 1024)
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 86_400)
    expect((await shoot(free, '/noise')).json).to.include({ cached: true })
    expect((await getMetadata(fixture, site.url('/plain'), { key: free })).status).to.equal(429)
    expect((await shoot(enterprise, '/other')).status).to.equal(200)
  })
})
