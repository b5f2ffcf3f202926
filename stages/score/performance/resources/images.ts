import type { LabImage, LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'

/** A picture that was shown, and the answer that brought it. */
export interface ShownImage {
  readonly image: LabImage
  readonly request: LabRequest
}

/** What could be saved on a picture, and how. */
export interface ImageWaste extends ShownImage {
  readonly kind: 'oversized' | 'legacy_format' | 'undercompressed' | 'animated_gif'
  readonly bytes: number
}

/**
 * Criteria of Lighthouse 13's image delivery (Apache-2.0): an AVIF of 12:1 has a sixth of a byte per pixel; a GIF above
 * 100 KiB is taken for an animation; what is less than 4 KiB is not worth telling, nor 12 KiB where the page offers sizes.
 */
const BYTES_PER_PIXEL = 2 / 12
const GIF_BYTES = 100 * 1024
const LEAST_BYTES = 4096
const LEAST_BYTES_WITH_SIZES = 12_288

/** Pictures that are shown, each file once, as large as it is shown largest; no SVG, which has no pixels. */
export function shownImages({ images, requests }: Pick<Measurement, 'images' | 'requests'>): ShownImage[] {
  const answers = new Map(requests.filter(hasPixels).map((request) => [request.url, request]))
  const byUrl = Map.groupBy(
    images.filter((image) => areaOf(image) > 0),
    ({ url }) => url,
  )
  return [...byUrl].flatMap(([url, same]) => {
    const request = answers.get(url)
    const [image] = same.toSorted((one, other) => areaOf(other) - areaOf(one))
    return request === undefined || image === undefined ? [] : [{ image, request }]
  })
}

function hasPixels({ kind, mimeType, isRedirect, status }: LabRequest): boolean {
  return kind === 'image' && !isRedirect && status === 200 && mimeType !== 'image/svg+xml'
}

function areaOf({ shownWidth, shownHeight }: LabImage): number {
  return shownWidth * shownHeight
}

/** All that could be saved, more than 4,096 bytes each; a picture can be wasteful in two ways. `scale`: device pixels per CSS pixel. */
export function imageWaste(shown: readonly ShownImage[], scale: number): ImageWaste[] {
  return shown
    .flatMap((one) => [formatWaste(one), sizeWaste(one, scale)])
    .filter((waste) => waste !== null && waste.bytes > LEAST_BYTES) as ImageWaste[]
}

/** Of the file; 0 where they are not known. */
function pixelsOf({ naturalWidth, naturalHeight }: LabImage): number {
  return naturalWidth * naturalHeight
}

/** Some pictures are compressed once more on their way: the smaller count is the file's. */
function bytesOf({ transferBytes, decodedBytes }: LabRequest): number {
  return Math.min(transferBytes, decodedBytes)
}

function formatWaste(shown: ShownImage): ImageWaste | null {
  const bytes = bytesOf(shown.request)
  const { mimeType } = shown.request
  if (mimeType === 'image/gif') {
    return bytes > GIF_BYTES ? { ...shown, kind: 'animated_gif', bytes: videoSaving(bytes) } : null
  }
  const pixels = pixelsOf(shown.image)
  if (pixels === 0) return null
  const kind = mimeType === 'image/webp' || mimeType === 'image/avif' ? 'undercompressed' : 'legacy_format'
  return { ...shown, kind, bytes: bytes - Math.round(pixels * BYTES_PER_PIXEL) }
}

/** What a video takes off, by a thousand GIFs that were made one (Lighthouse, issue 4696). */
function videoSaving(bytes: number): number {
  return Math.round((bytes * Math.round(29.1 * Math.log10(bytes) - 100.7)) / 100)
}

/** Pictures of style sheets may be sprites: of those nobody knows how much is shown. */
function sizeWaste(shown: ShownImage, scale: number): ImageWaste | null {
  const { image, request } = shown
  const pixels = pixelsOf(image)
  if (image.isBackground || pixels === 0) return null
  const share = 1 - (areaOf(image) * scale ** 2) / pixels
  const bytes = Math.round(share * bytesOf(request))
  const least = image.hasSrcset ? LEAST_BYTES_WITH_SIZES : 0
  return bytes > least ? { ...shown, kind: 'oversized', bytes } : null
}
