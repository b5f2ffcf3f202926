import type { Device, WaitUntil } from '#shared/operations/snapshot.ts'
import type { LabCoverage, LabDuplicate, LabLegacyCode } from './lab-code.ts'

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
  /**
   * Origins that links of the loaded page connect to ahead (`rel=preconnect`); the browser of the lab does not follow them. Null when
   * `missing.preconnects` has a reason, absent from older render stages.
   */
  readonly preconnects?: readonly string[] | null
  /** Images as they are displayed. */
  readonly images: readonly LabImage[]
  /** The document as it is shown. Null when `missing.document` has a reason; absent from older render stages. */
  readonly document?: LabDocument | null
  /** Busy time of the main thread by cause; `url` null = not caused by a script. Empty when `missing.main_thread` has a reason. */
  readonly mainThread: readonly MainThreadShare[]
  /**
   * Styles and layout that scripts forced, in tasks in which that took long, by script, the longest first. Absent in the message of an
   * older version.
   */
  readonly forcedReflows?: readonly ForcedReflows[]
  /**
   * What keeps the page out of the back/forward cache and the page could change; empty = nothing. Null when
   * `missing.back_forward_cache` has a reason. Absent in the message of an older version.
   */
  readonly backForwardCache?: readonly BackForwardCacheBlocker[] | null
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
  /** Missing parts by name (`main_thread`, `second_view`, `back_forward_cache`, …), each with the reason in snake_case. */
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
  /** snake_case, for example `no_safe_control`, `no_contentful_paint`; null with a value. */
  readonly reason: string | null
  /** With the reason `no_safe_control`: what could be operated and was not, at most 10. Absent from older render stages. */
  readonly refused?: readonly LabRefused[]
  /** Attribution of the value: selector of the element, kind of interaction, parts of its time. */
  readonly attribution: Readonly<Record<string, string | number | null>>
}

/** An element that was not operated, and why, in snake_case. */
export interface LabRefused {
  readonly selector: string | null
  readonly why: string
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
  /** Headers (names in lower case) that affect caching, compression and type, and links; long values are cut. */
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
  /**
   * URL of the request that caused it: the document or style sheet that names it, the script that asked for it, or the redirect that led
   * to it; null when unknown. Absent, like the next two, from older render stages.
   */
  readonly initiatorUrl?: string | null
  /** Priority in the browser in the end. */
  readonly priority?: LabPriority
  /** Milliseconds for the connection that was opened for it: name, TCP and TLS; null when it used an open one, or without TLS. */
  readonly connectMs?: number | null
}

export type LabPriority = 'very_high' | 'high' | 'medium' | 'low' | 'very_low'

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
  /** An image element whose width and height, or ratio, are known before its file; absent = not judged. */
  readonly hasReservedSpace?: boolean
}

/** Elements include those in open shadow roots. Selectors are short; null without one. */
export interface LabDocument {
  /** In the body, which counts too. */
  readonly elements: number
  /** There are more elements than were counted. */
  readonly isCutOff: boolean
  /** Maximum depth of an element, the body having 1. */
  readonly depth: number
  readonly deepest: string | null
  /** Maximum number of children of an element. */
  readonly mostChildren: number
  readonly mostChildrenOf: string | null
  /** Content of the last meta element `viewport`; null without one. */
  readonly viewport: string | null
  /** Width of the initial containing block, in CSS pixels. */
  readonly layoutWidth: number
  /** CSS `touch-action` of the root element, or of the body where that is `auto`. */
  readonly touchAction: string
  readonly fonts: readonly LabFont[]
}

/** A font face that was loaded, as it is declared. */
export interface LabFont {
  readonly family: string
  /** CSS `font-display`; `auto` where it is not declared. */
  readonly display: string
  /** http(s) URLs of the formats that it is offered in; empty when unknown, as in style sheets of other origins. */
  readonly urls: readonly string[]
}

export interface MainThreadShare {
  readonly url: string | null
  readonly kind: 'script' | 'style_layout' | 'paint' | 'parse' | 'gc' | 'other'
  readonly ms: number
}

/** Computations of styles and layout that a script waited for. */
export interface ForcedReflows {
  /** Null = unknown. */
  readonly url: string | null
  readonly ms: number
  readonly count: number
}

export interface BackForwardCacheBlocker {
  /** As in the DevTools protocol (`Page.BackForwardCacheNotRestoredReason`), for example `UnloadHandlerExistsInMainFrame`. */
  readonly reason: string
  /** Of the script or frame that is the cause; null = unknown. */
  readonly url: string | null
}
