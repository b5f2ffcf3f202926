import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { ImageFormat } from '#shared/operations/snapshot.ts'
import { captureLimits } from '#stages/render/capture/limits.ts'
import { bandColor } from '#test/site/pages/capture.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'
import type { DecodedImage } from '#test/support/browser/decoded-image.ts'

/** `PAGEPROBE_TALL=1` asks for those that take minutes, too. */
const isPatient = process.env.PAGEPROBE_TALL === '1'

type Case = readonly [height: number, scale: number, format: ImageFormat, width?: number]

/** What is too tall anyway need not be scrolled through. */
const hasty = { ...captureLimits, autoscrollMs: 500 }

/** No wider than their tiles need: those of the last three are as large as the browser can. */
const usual: readonly Case[] = [
  [8000, 1, 'webp', 480],
  [8191, 2, 'png', 480],
  [16_383, 1, 'webp', 480],
  [16_384, 1, 'jpeg', 480],
  [5461, 3, 'jpeg', 800],
  [4001, 1.5, 'png', 1280],
  [3000, 2.625, 'jpeg', 800],
]

const heavy: readonly Case[] = [
  ...[1, 2].flatMap((scale) => (['png', 'jpeg'] as const).map((format): Case => [20_000, scale, format])),
  [16_383, 1, 'png'],
  [16_384, 1, 'png'],
  [8191, 2, 'webp'],
  [5461, 3, 'webp'],
  [40_000, 1, 'png'],
  [40_000, 1, 'jpeg'],
  [65_500, 1, 'jpeg'],
  [66_000, 1, 'png'],
  [90_000, 1, 'png'],
]

const refused: readonly Case[] = [
  [16_384, 1, 'webp'],
  [8192, 2, 'webp'],
  [5462, 3, 'webp'],
  [65_501, 1, 'jpeg'],
  [20_000, 3, 'jpeg'],
  [66_000, 3, 'png'],
]

function wrongBands({ width, height, isNear }: DecodedImage, scale: number): number[] {
  const middles = Array.from({ length: Math.floor(height / scale / 100) }, (_, index) => index)
  return middles.filter((index) =>
    [3, Math.floor(width / 2), width - 4].some(
      (x) => !isNear(x, Math.round((index * 100 + 50) * scale), [...bandColor(index)]),
    ),
  )
}

describe('capture: tall pages of coloured bands', function () {
  this.timeout(isPatient ? 120_000 : 40_000)
  const studio = captureFixture()

  const options = (width: number, scale: number, format: ImageFormat) => ({
    ...{ fullPage: true, format, quality: format === 'png' ? null : 80 },
    viewport: { width, height: 800, deviceScaleFactor: scale },
  })

  for (const [height, scale, format, width = 1280] of isPatient ? [...usual, ...heavy] : usual) {
    it(`of ${height} px at scale ${scale} in ${format} has them all`, async () => {
      const picture = await studio.picture(`/bands?height=${height}`, options(width, scale, format))
      expect(picture.format).to.equal(format)
      expect([picture.width, picture.height]).to.deep.equal([width * scale, Math.round(height * scale)])
      expect(wrongBands(picture, scale)).to.deep.equal([])
    })
  }

  for (const [height, scale, format] of refused) {
    it(`of ${height} px at scale ${scale} in ${format} is too tall`, async () => {
      const failure = await studio
        .take(`/bands?height=${height}`, options(1280, scale, format), hasty)
        .catch((error: unknown) => error)
      expect(failure).to.be.instanceOf(Failure).with.property('code', 'PAGE_TOO_TALL')
      expect((failure as Failure).message).to.contain(`${height * scale} px tall`)
    })
  }

  it('captures the widest viewport at the highest scale completely', async () => {
    const viewport = { width: 3840, height: 2160, deviceScaleFactor: 3 }
    const picture = await studio.picture('/bands?height=3000', { viewport, format: 'jpeg', quality: 80 })
    expect([picture.width, picture.height]).to.deep.equal([11_520, 6480])
    expect(wrongBands(picture, 3)).to.deep.equal([])
  })
})
