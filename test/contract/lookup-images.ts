import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Lookups, Thumbnail, ThumbnailAnswer } from '#shared/ports/lookups.ts'
import { rejectionOf } from './eventually.ts'
import { emptyScript, type MakeLookups } from './lookups.ts'

/** Longer than a busy machine keeps an answer waiting. */
const budget = { timeoutMs: 20_000 }

/** Contract of the port for images: every value arrives unchanged. */
export function lookupImagesContract(name: string, make: MakeLookups): void {
  describe(`Lookups contract, images: ${name}`, () => {
    const script = emptyScript()
    let lookups: Lookups
    let end: () => Promise<void>

    before(async () => {
      const made = await make(script)
      lookups = made.lookups
      end = made.end
    })
    after(() => end())

    it('describes an image, or reports that it cannot', async () => {
      const whole = { url: 'u', width: 1200, height: 630, format: 'avif', dominantColor: '#336699' }
      const none = { url: 'v', width: null, height: null, format: null, dominantColor: null }
      script.describeImage = async (url) => (url === 'u' ? whole : none)
      expect(await lookups.describeImage('u', budget)).to.deep.equal(whole)
      expect(await lookups.describeImage('v', budget)).to.deep.equal(none)
    })

    it('returns a thumbnail in memory of its own, and passes on URL and width', async () => {
      const seen: unknown[] = []
      script.thumbnail = async (...given) => {
        seen.push(...given)
        return { image: thumbnail, failure: null }
      }
      const { image, failure } = await lookups.thumbnail('https://exämple.com/ö.png', 640, budget)
      const { body, ...rest } = image as Thumbnail
      const { body: sent, ...expected } = thumbnail
      expect([rest, failure]).to.deep.equal([expected, null])
      expect([...body]).to.deep.equal([...sent])
      expect(body.buffer.byteLength).to.equal(body.byteLength)
      expect(seen).to.deep.equal(['https://exämple.com/ö.png', 640])
    })

    const longUrl = `https://exämple.com/${'ö'.repeat(8000)}`
    const failures: readonly NonNullable<ThumbnailAnswer['failure']>[] = [
      { code: 'INVALID_URL', message: 'not “us”\n', details: { url: longUrl, reason: 'port_not_allowed' } },
      {
        code: 'URL_UNREACHABLE',
        message: 'm',
        details: { url: 'u', reason: 'http_error', status_code: 404 },
      },
      { code: 'UNSUPPORTED_CONTENT', message: '', details: { url: 'u', content_type: null } },
      { code: 'INTERNAL_ERROR', message: 'none', details: null },
    ]
    for (const failure of failures) {
      it(`returns why there is no thumbnail, whole: ${failure.code}`, async () => {
        script.thumbnail = async () => ({ image: null, failure })
        expect(await lookups.thumbnail('u', 16, budget)).to.deep.equal({ image: null, failure })
      })
    }

    it('rejects when no thumbnail can be made now', async () => {
      script.thumbnail = () => Promise.reject(unavailable('thumbnails'))
      expect(await rejectionOf(lookups.thumbnail('u', 16, budget))).to.include({
        code: 'SERVICE_UNAVAILABLE',
      })
    })
  })
}

const thumbnail: Thumbnail = {
  body: Uint8Array.of(0, 255, 10, 13),
  contentType: 'image/webp',
  width: 640,
  height: 480,
  sourceWidth: 4000,
  sourceHeight: 3000,
}
