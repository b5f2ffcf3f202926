import type { Device, WaitUntil } from '#shared/operations/snapshot.ts'

/**
 * The measurement of one lab run: what render measures and score evaluates. Plain data that can be sent; times in
 * milliseconds, sizes in bytes. It contains no judgement.
 */
export interface Measurement {
  /** UUID of the run. */
  readonly runId: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly finalUrl: string
  readonly status: number | null
  readonly waitUntil: WaitUntil
  /** From the navigation start to the load event, or to the `waitUntil` event when that is earlier. */
  readonly pageLoadMs: number
  readonly processingMs: number
  readonly environment: LabEnvironment
  readonly vitals: LabVitals
  readonly noise: LabNoise
  /** http(s) requests that were sent, in order. Each redirect is one; requests that the policy refused are not included. */
  readonly requests: readonly LabRequest[]
  /** Number of requests beyond the limit of `requests`. */
  readonly requestsLeftOut: number
  /** Images as they are displayed. */
  readonly images: readonly LabImage[]
  /** Busy time of the main thread by cause; `url` null = not caused by a script. Empty when `missing.main_thread` has a reason. */
  readonly mainThread: readonly MainThreadShare[]
  /**
   * How much of each script and style sheet was used in a repeat view right after, without interactions, the files with the most unused
   * code first. Null when `missing.coverage` has a reason; so are the next two. They are absent in messages of older versions.
   */
  readonly coverage?: readonly LabCoverage[] | null
  /** Code that came more than once. */
  readonly duplicatedCode?: readonly LabDuplicate[] | null
  /** Scripts with code for browsers that lack Baseline features. */
  readonly legacyCode?: readonly LabLegacyCode[] | null
  /** Whether the network was idle at the end of the observation. */
  readonly isQuiet: boolean
  /** Missing parts by name (`main_thread`, `second_view`, `bodies`, …), each with the reason in snake_case. */
  readonly missing: Readonly<Record<string, string>>
}

export interface LabEnvironment {
  readonly device: Device
  /** Name of viewport, scale and CPU factor, for example `mobile-375x667@2-cpu4x`. */
  readonly deviceProfile: string
  /** Name of network conditions and method, for example `slow-4g-devtools`, `unthrottled`. */
  readonly networkProfile: string
  /** Requested CPU slowdown; 1 = none. */
  readonly cpuFactor: number
  /** Slowdown measured by a calibration loop in the page; null = not measured. */
  readonly cpuFactorMeasured: number | null
  /** Emulated latency, which is part of TTFB; 0 = none. */
  readonly latencyMs: number
  readonly downloadBytesPerSecond: number | null
  readonly uploadBytesPerSecond: number | null
  readonly browser: string
  readonly userAgent: string
  readonly viewport: { readonly width: number; readonly height: number; readonly deviceScaleFactor: number }
  readonly timezone: string
  readonly language: string
  readonly cookiesEnabled: boolean
}

/** A web vital, or the reason why it is missing. CLS has no unit; the others are in milliseconds. */
export interface LabVital {
  readonly value: number | null
  /** snake_case, for example `no_interactive_element`, `no_contentful_paint`; null with a value. */
  readonly reason: string | null
  /** Attribution of the value: selector of the element, kind of interaction, parts of its time. */
  readonly attribution: Readonly<Record<string, string | number | null>>
}

export interface LabVitals {
  readonly lcp: LabVital
  readonly fcp: LabVital
  readonly cls: LabVital
  readonly ttfb: LabVital
  readonly inp: LabVital
}

/** Load of the machine by other processes during the run. */
export interface LabNoise {
  /** Mean share of all cores (0-1) that other processes than the browser of the run used; null = unknown. */
  readonly foreignCpu: number | null
  /** Milliseconds of a fixed loop in the page's process before and after the run, with the CPU factor; null = not measured. */
  readonly loopBeforeMs: number | null
  readonly loopAfterMs: number | null
  /** The compositor stalled: paints were late although the main thread was idle. */
  readonly hasPaintStall: boolean
  /** Runs that were discarded for their noise before this one. */
  readonly discardedRuns: number
  /** This run is noisy as well, and there was no time for another. */
  readonly isContaminated: boolean
}

export type LabKind =
  | 'document'
  | 'javascript'
  | 'stylesheet'
  | 'image'
  | 'font'
  | 'media'
  | 'fetch'
  | 'other'

export interface LabRequest {
  readonly url: string
  readonly method: string
  readonly kind: LabKind
  /** Null without a response. */
  readonly status: number | null
  /** For example `http/1.1`, `h2`. */
  readonly protocol: string | null
  /** Headers (names in lower case) that affect caching, compression and type. */
  readonly headers: Readonly<Record<string, string>>
  readonly mimeType: string | null
  /** Bytes of headers and body on the wire; bytes of the decoded body. */
  readonly transferBytes: number
  readonly decodedBytes: number
  readonly isRedirect: boolean
  /** The request failed or was aborted after it was sent. */
  readonly hasFailed: boolean
  /** Since navigation start. */
  readonly startMs: number
  readonly endMs: number | null
  readonly isRenderBlocking: boolean
  /** Size of the body when compressed with gzip 6 and brotli 5; null = not measured (no text, already encoded, no body, limit). */
  readonly compressed: { readonly gzip: number; readonly brotli: number } | null
  /** Source in a repeat view right after: `cache`, `revalidated` (304) or `network`; null = not measured. */
  readonly secondView: 'cache' | 'revalidated' | 'network' | null
}

export interface LabImage {
  readonly url: string
  /** Size of the file and as displayed, in CSS pixels; 0 = not displayed. */
  readonly naturalWidth: number
  readonly naturalHeight: number
  readonly shownWidth: number
  readonly shownHeight: number
  /** From CSS (`background-image` or similar), not an element of its own. */
  readonly isBackground: boolean
  readonly hasSrcset: boolean
  readonly isLazy: boolean
  readonly isInViewport: boolean
  readonly isLcp: boolean
}

export interface MainThreadShare {
  readonly url: string | null
  readonly kind: 'script' | 'style_layout' | 'paint' | 'parse' | 'gc' | 'other'
  readonly ms: number
}

/** Sizes are in UTF-16 code units of the decoded text. Code in the document itself is not included. */
export interface LabCoverage {
  /** Of the file after redirects. */
  readonly url: string
  readonly kind: 'javascript' | 'stylesheet'
  readonly characters: number
  /** In functions that did not run, or in style rules that matched no element. */
  readonly unusedCharacters: number
}

export interface LabDuplicate {
  /** A module of source maps by its name, for example `node_modules/lodash/get.js`; null: whole files with the same content. */
  readonly module: string | null
  /** Files that contain it, with the UTF-16 code units that it has there, the most first; at least two. */
  readonly copies: readonly { readonly url: string; readonly characters: number }[]
}

export interface LabLegacyCode {
  readonly url: string
  /** Polyfilled features and transforms, for example `Array.prototype.at`, `@babel/plugin-transform-classes`. */
  readonly names: readonly string[]
  /** UTF-16 code units that the script would be shorter without them, at least. */
  readonly characters: number
}
