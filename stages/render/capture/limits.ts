/** All limits of a capture. Pixels are device pixels unless the name says CSS. */
export type CaptureLimits = Readonly<typeof captureLimits>

/** The limits of the service. */
export const captureLimits = {
  /** Every format can hold an image of this height. An endless feed is cut at it. */
  safeHeightPx: 16_383,
  /**
   * Longest side of each format; Infinity where the format has no relevant limit. The sides of WebP have 14 bits; libjpeg allows
   * 65,500 px. An image of 11,520 x 16,383 px has to fit.
   */
  maxSidePx: { png: Number.POSITIVE_INFINITY, jpeg: 65_500, webp: 16_383 },
  /** Width times height of the largest image. */
  maxPixels: 200_000_000,
  /** Longest side and area of one capture: beyond them, Chromium returns white or wrong pixels. */
  tileSidePx: 8192,
  tilePixels: 12_000_000,
  /** For scrolling through the page, which triggers lazy loading. */
  autoscrollMs: 5000,
  /** How far to scroll in a page that grows while it is scrolled. */
  maxFeedCssPx: 30_000,
  /** The pause at each stop, and at the end of the page for more content. */
  stopMs: 40,
  growthWaitMs: 400,
  /** For the requests that scrolling has caused: at most `responsesMs`, until none has been pending for `quietMs`. */
  responsesMs: 2000,
  quietMs: 100,
  /** For content that keeps changing after it was scrolled to. */
  changesMs: 1500,
  fontsMs: 2000,
  imagesMs: 3000,
  /** Elements that a located selector matches and whose boxes are looked for in the image. */
  maxLocatedElements: 1000,
  /** How long a selector may match nothing. */
  elementMs: 1000,
  /** Lazy regions that are captured one by one, and the time for all of them. */
  maxLazyRegions: 20,
  lazyRegionsMs: 4000,
  /** How soon a frame of another site that was scrolled to has painted, in its own process. */
  framePaintMs: 120,
  /** For the content that scripts add to such a region. */
  regionContentMs: 500,
  /** Attempts, each with another document, for a page that keeps navigating. */
  maxDocuments: 3,
  /** Added to each of these times for a busy page. */
  busyGraceMs: 1000,
}
