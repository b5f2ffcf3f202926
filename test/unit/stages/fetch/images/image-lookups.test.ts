import { expect } from 'chai'
import sharp from 'sharp'
import { type ImageLookupsLimits, makeImageLookups } from '#stages/fetch/images/image-lookups.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { startDecoders } from '#test/support/isolated-images.ts'
import { loopbackClient, type Site, serve } from '../http/loopback.ts'
import { slowSvg } from './hostile-images.ts'

const context = { deadlineMs: 30_000, signal: new AbortController().signal }

describe('makeImageLookups', () => {
  const client = loopbackClient()
  const processes = startDecoders()
  let site: Site
  before(async () => {
    const picture = { width: 300, height: 200, channels: 3, background: '#336699' } as const
    const png = await sharp({ create: picture }).png().toBuffer()
    site = await serve(({ url }, response) => {
      response.end(url === '/slow.svg' ? slowSvg() : png)
    })
  })
  after(async () => {
    processes.close()
    await client.close()
    await site.close()
  })

  function lookups(limits: Partial<ImageLookupsLimits> = {}) {
    const checked: string[] = []
    const made = makeImageLookups({
      limits: { thumbnailMs: 30_000, ...limits },
      client,
      decoderTasks: processes,
      beforeRequest: async (url) => void checked.push(url),
    })
    return { ...made, checked }
  }

  it('describe and reduce an image that may be requested', async () => {
    const { describeImage, thumbnail, checked } = lookups()
    const url = `${site.origin}/a.png`
    expect(await describeImage(url, context)).to.include({ width: 300, dominantColor: '#336699' })
    expect((await thumbnail(url, 30, context)).image).to.include({ width: 30, sourceWidth: 300 })
    expect(checked).to.deep.equal([url, url])
  })

  it('keep to their limits', async () => {
    const url = `${site.origin}/a.png`
    const bytes = await lookups({ maxBytes: 1024 }).thumbnail(`${site.origin}/slow.svg`, 30, context)
    expect(bytes.failure?.code).to.equal('RESPONSE_TOO_LARGE')
    const pixels = await lookups({ maxPixels: 59_999 }).thumbnail(url, 30, context)
    expect(pixels.failure?.code).to.equal('UNSUPPORTED_CONTENT')
    const time = lookups({ thumbnailMs: 300 })
    expect((await time.thumbnail(`${site.origin}/slow.svg`, 30, context)).failure?.code).to.equal('TIMEOUT')
    const { thumbnail } = lookups({ maxThumbnails: 1, maxWaiting: 0 })
    const first = thumbnail(url, 30, context)
    expect(await rejectionOf(thumbnail(url, 30, context))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect((await first).failure).to.equal(null)
  })

  it('describe images while thumbnails are being decoded', async () => {
    const { describeImage, thumbnail } = lookups()
    const leaving = new AbortController()
    const slow = { ...context, signal: leaving.signal }
    let ended = 0
    const busy = Array.from({ length: 4 }, () =>
      thumbnail(`${site.origin}/slow.svg`, 30, slow).finally(() => ended++),
    )
    expect(await describeImage(`${site.origin}/a.png`, context)).to.include({ dominantColor: '#336699' })
    expect(ended).to.equal(0)
    leaving.abort()
    await Promise.allSettled(busy)
  })
})
