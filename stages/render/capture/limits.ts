/** All limits of a capture. Pixels are device pixels unless the name says CSS. */
export interface CaptureLimits {
  /** Every format can hold an image of this height. An endless feed is cut at it. */
  readonly safeHeightPx: number
  /** Longest side of each format; null where the format has no relevant limit. */
  readonly maxSidePx: Readonly<Record<'png' | 'jpeg' | 'webp', number | null>>
  /** Width times height of the largest image. */
  readonly maxPixels: number
  /** Longest side and area of one capture: beyond them, Chromium returns white or wrong pixels. */
  readonly tileSidePx: number
  readonly tilePixels: number
  /** For scrolling through the page, which triggers lazy loading. */
  readonly autoscrollMs: number
  /** How far to scroll in a page that grows while it is scrolled. */
  readonly maxFeedCssPx: number
  /** The pause at each stop, and at the end of the page for more content. */
  readonly stopMs: number
  readonly growthWaitMs: number
  /** For the requests that scrolling has caused: at most `responsesMs`, until none has been pending for `quietMs`. */
  readonly responsesMs: number
  readonly quietMs: number
  /** For content that keeps changing after it was scrolled to. */
  readonly changesMs: number
  readonly fontsMs: number
  readonly imagesMs: number
  /** How long a selector may match nothing. */
  readonly elementMs: number
  /** Lazy regions that are captured one by one, and the time for all of them. */
  readonly maxLazyRegions: number
  readonly lazyRegionsMs: number
  /** For the content that scripts add to such a region. */
  readonly regionContentMs: number
  /** Attempts, each with another document, for a page that keeps navigating. */
  readonly maxDocuments: number
  /** Added to each of these times for a busy page. */
  readonly busyGraceMs: number
}

/** The sides of WebP have 14 bits; libjpeg allows 65,500 px. An image of 11,520 x 16,383 px has to fit. */
export const captureLimits: CaptureLimits = {
  safeHeightPx: 16_383,
  maxSidePx: { png: null, jpeg: 65_500, webp: 16_383 },
  maxPixels: 200_000_000,
  tileSidePx: 8192,
  tilePixels: 12_000_000,
  autoscrollMs: 5000,
  maxFeedCssPx: 30_000,
  stopMs: 40,
  growthWaitMs: 400,
  responsesMs: 2000,
  quietMs: 100,
  changesMs: 1500,
  fontsMs: 2000,
  imagesMs: 3000,
  elementMs: 1000,
  maxLazyRegions: 20,
  lazyRegionsMs: 4000,
  regionContentMs: 500,
  maxDocuments: 3,
  busyGraceMs: 1000,
}
