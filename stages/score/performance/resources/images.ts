import type { LabImage, LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'

/** An image that was shown, with the response that brought it. */
export interface ShownImage {
  readonly image: LabImage
  readonly request: LabRequest
}

/** Bytes that could be saved on an image, and how. */
export interface ImageWaste extends ShownImage {
  readonly kind: 'oversized' | 'legacy_format' | 'undercompressed' | 'animated_gif'
  readonly bytes: number
}

/**
 * Criteria of Lighthouse 13's image delivery audit (Apache-2.0): AVIF at 12:1 has 1/6 byte per pixel; a GIF above
 * 100 KiB counts as animated; savings below 4 KiB are not reported, nor below 12 KiB where the page offers sizes.
 */
const BYTES_PER_PIXEL = 2 / 12
const GIF_BYTES = 100 * 1024
const LEAST_BYTES = 4096
const LEAST_BYTES_WITH_SIZES = 12_288

/** Images that are shown, each file once with its largest shown size; SVG is left out, since it has no pixels. */
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

/** All savings above 4,096 bytes each; an image can be wasteful in two ways. `scale`: device pixels per CSS pixel. */
export function imageWaste(shown: readonly ShownImage[], scale: number): ImageWaste[] {
  return shown
    .flatMap((one) => [formatWaste(one), sizeWaste(one, scale)])
    .filter((waste) => waste !== null && waste.bytes > LEAST_BYTES) as ImageWaste[]
}

/** Pixels of the file; 0 when unknown. */
function pixelsOf({ naturalWidth, naturalHeight }: LabImage): number {
  return naturalWidth * naturalHeight
}

/** Some images are compressed again in transit: the smaller count is that of the file. */
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

/** Saving of a video over a GIF, measured on a thousand GIFs (Lighthouse, issue 4696). */
function videoSaving(bytes: number): number {
  return Math.round((bytes * Math.round(29.1 * Math.log10(bytes) - 100.7)) / 100)
}

/** Images of style sheets may be sprites, of which only an unknown part is shown. */
function sizeWaste(shown: ShownImage, scale: number): ImageWaste | null {
  const { image, request } = shown
  const pixels = pixelsOf(image)
  if (image.isBackground || pixels === 0) return null
  const share = 1 - (areaOf(image) * scale ** 2) / pixels
  const bytes = Math.round(share * bytesOf(request))
  const least = image.hasSrcset ? LEAST_BYTES_WITH_SIZES : 0
  return bytes > least ? { ...shown, kind: 'oversized', bytes } : null
}
