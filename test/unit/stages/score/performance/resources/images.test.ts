import { expect } from 'chai'
import type { LabImage, LabRequest } from '#shared/messages/payloads/measurement.ts'
import { imageWaste, shownImages } from '#stages/score/performance/resources/images.ts'
import { image, request } from '#test/support/performance/lab-measurement.ts'

const file = (bytes: number, mimeType = 'image/png', more: Partial<LabRequest> = {}) =>
  request('/a', { kind: 'image', mimeType, decodedBytes: bytes, transferBytes: bytes + 300, ...more })

/** Kind and bytes of the savings on one image. */
function waste(shown: Partial<LabImage>, request: LabRequest, scale = 1) {
  const images = [image('/a', shown)]
  return imageWaste(shownImages({ images, requests: [request] }), scale).map(({ kind, bytes }) => [
    kind,
    bytes,
  ])
}

describe('imageWaste', () => {
  // 400 x 300 px at 1/6 byte each: 20,000 bytes
  it('in an old format may have a sixth of a byte per pixel, and 4,096 more', () => {
    expect(waste({}, file(24_096))).to.deep.equal([])
    expect(waste({}, file(24_097))).to.deep.equal([['legacy_format', 4097]])
    expect(waste({}, file(30_000, 'image/jpeg'))).to.deep.equal([['legacy_format', 10_000]])
  })

  it('in WebP or AVIF are hardly compressed then', () => {
    expect(waste({}, file(30_000, 'image/webp'))).to.deep.equal([['undercompressed', 10_000]])
    expect(waste({}, file(30_000, 'image/avif'))).to.deep.equal([['undercompressed', 10_000]])
  })

  // A quarter of the pixels is shown: 3/4 of 16,000
  it('with more pixels than are shown', () => {
    const quarter = { shownWidth: 200, shownHeight: 150 }
    expect(waste(quarter, file(16_000))).to.deep.equal([['oversized', 12_000]])
    expect(waste(quarter, file(5000))).to.deep.equal([])
  })

  it('of which twice the pixels are shown on a sharp screen', () => {
    expect(waste({ shownWidth: 200, shownHeight: 150 }, file(16_000), 2)).to.deep.equal([])
  })

  it('with sizes to choose from are let off 12,288 bytes; those of style sheets all', () => {
    const quarter = { shownWidth: 200, shownHeight: 150 }
    expect(waste({ ...quarter, hasSrcset: true }, file(16_000))).to.deep.equal([])
    expect(waste({ ...quarter, hasSrcset: true }, file(20_000))).to.deep.equal([['oversized', 15_000]])
    expect(waste({ ...quarter, isBackground: true }, file(16_000))).to.deep.equal([])
  })

  // 29.1 x log10(200,000) - 100.7 = 53.6, rounded 54 %
  it('in GIF above 100 KiB are animations', () => {
    const large = { naturalWidth: 100, naturalHeight: 100, shownWidth: 100, shownHeight: 100 }
    expect(waste(large, file(200_000, 'image/gif'))).to.deep.equal([['animated_gif', 108_000]])
    expect(waste(large, file(102_400, 'image/gif'))).to.deep.equal([])
  })

  it('that are not shown, have no pixels or did not come are left out', () => {
    expect(waste({ shownWidth: 0 }, file(90_000))).to.deep.equal([])
    expect(waste({}, file(90_000, 'image/svg+xml'))).to.deep.equal([])
    expect(waste({}, file(90_000, 'image/png', { status: 404 }))).to.deep.equal([])
  })

  it('of unknown size are not rated by it', () => {
    const unknown = { naturalWidth: 0, naturalHeight: 0 }
    expect(waste(unknown, file(90_000))).to.deep.equal([])
    expect(waste(unknown, file(200_000, 'image/gif'))).to.deep.equal([['animated_gif', 108_000]])
  })

  it('shown twice count once, as large as they are largest', () => {
    const images = [image('/a', { shownWidth: 40, shownHeight: 30 }), image('/a')]
    const shown = shownImages({ images, requests: [file(16_000)] })
    expect(shown.map(({ image: { shownWidth } }) => shownWidth)).to.deep.equal([400])
    expect(imageWaste(shown, 1)).to.deep.equal([])
  })
})
