/** Every bound of a capture. Pixels are device pixels unless a name says CSS. */
export interface CaptureLimits {
  /** A picture of this height can be had in every format, and a feed without end is cut at it. */
  readonly safeHeightPx: number
  /** Longest side of each format; null where the format has no limit that matters. */
  readonly maxSidePx: Readonly<Record<'png' | 'jpeg' | 'webp', number | null>>
  /** Width times height of the largest picture. */
  readonly maxPixels: number
  /** Longest side and area of what the browser is asked for at once: beyond, it answers white or wrong pixels. */
  readonly tileSidePx: number
  readonly tilePixels: number
  /** Scrolling through the page, to wake what waits for being seen. */
  readonly autoscrollMs: number
  /** How far a page that grows on being scrolled is followed. */
  readonly maxFeedCssPx: number
  /** Rest at each stop, and at the end of the page for more to come. */
  readonly stopMs: number
  readonly growthWaitMs: number
  /** For what the page asks for as it is scrolled, until there has been nothing under way for so long. */
  readonly responsesMs: number
  readonly quietMs: number
  /** For what goes on changing after it was scrolled to. */
  readonly changesMs: number
  readonly fontsMs: number
  readonly imagesMs: number
  /** How long a selector may match nothing. */
  readonly elementMs: number
  /** Views of the page whose content is there only when it is scrolled to, and the time for all of them. */
  readonly maxLazyRegions: number
  readonly lazyRegionsMs: number
  /** For what scripts bring into such a view. */
  readonly regionContentMs: number
  /** How many documents a page that goes from one to the next is followed over. */
  readonly maxDocuments: number
  /** Grace for a busy page beyond each of these times. */
  readonly busyGraceMs: number
}

/** WebP can't be larger than 14 bits, and JPEG not larger than libjpeg's 65,500. 11,520 x 16,383 px have to fit. */
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
