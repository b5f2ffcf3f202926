import type { Device, WaitUntil } from '#shared/operations/snapshot.ts'

/**
 * What one lab run told: what render measures and score judges. Plain data, safe to send; times in milliseconds, sizes in
 * bytes. Nothing in it is a verdict.
 */
export interface Measurement {
  /** UUID of the run. */
  readonly runId: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly finalUrl: string
  readonly status: number | null
  readonly waitUntil: WaitUntil
  /** Navigation start to the load event, or to the `waitUntil` moment where that comes first. */
  readonly pageLoadMs: number
  readonly processingMs: number
  readonly environment: LabEnvironment
  readonly vitals: LabVitals
  readonly noise: LabNoise
  /** http(s) requests that went out, in order; each redirect hop is one. What the policy refused is not among them. */
  readonly requests: readonly LabRequest[]
  /** Requests beyond the most that are kept: counted, not described. */
  readonly requestsLeftOut: number
  /** Images as the page shows them. */
  readonly images: readonly LabImage[]
  /** Busy time of the main thread by what caused it; `url` null = no script's. Empty with a reason in `missing.main_thread`. */
  readonly mainThread: readonly MainThreadShare[]
  /** Whether the network was quiet at the end of the observation. */
  readonly isQuiet: boolean
  /** What could not be had, by name (`main_thread`, `second_view`, `bodies`, …), and why: snake_case. */
  readonly missing: Readonly<Record<string, string>>
}

export interface LabEnvironment {
  readonly device: Device
  /** Viewport, scale and CPU factor by name, e.g. `mobile-375x667@2-cpu4x`. */
  readonly deviceProfile: string
  /** Conditions and method by name, e.g. `slow-4g-devtools`, `unthrottled`. */
  readonly networkProfile: string
  /** CPU slowdown asked for; 1 = none. */
  readonly cpuFactor: number
  /** Slowdown that a calibration loop in the page had; null when it could not be taken. */
  readonly cpuFactorMeasured: number | null
  /** Emulated latency that is part of TTFB; 0 where none is. */
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

/** A value, or why there is none. CLS has no unit, the others are milliseconds. */
export interface LabVital {
  readonly value: number | null
  /** snake_case, e.g. `no_interactive_element`, `no_contentful_paint`; null with a value. */
  readonly reason: string | null
  /** What it was: a selector of the element, the kind of interaction, the parts of its time. */
  readonly attribution: Readonly<Record<string, string | number | null>>
}

export interface LabVitals {
  readonly lcp: LabVital
  readonly fcp: LabVital
  readonly cls: LabVital
  readonly ttfb: LabVital
  readonly inp: LabVital
}

/** How much others took of the machine during the run. */
export interface LabNoise {
  /** Share of all cores (0-1) that was taken by anything but this run's browser, mean over the run; null when unknown. */
  readonly foreignCpu: number | null
  /** Milliseconds of a fixed loop in the page's process, before and after the run, with the CPU factor; null when not taken. */
  readonly loopBeforeMs: number | null
  readonly loopAfterMs: number | null
  /** The compositor stalled: paints came late though the main thread was idle. */
  readonly hasPaintStall: boolean
  /** Runs that were thrown away for their noise before this one. */
  readonly discardedRuns: number
  /** This one is noisy too: the time had no room for another. */
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
  /** Null when no answer came. */
  readonly status: number | null
  /** e.g. `http/1.1`, `h2`. */
  readonly protocol: string | null
  /** Header names in lower case, only those that judge caching, compression and type. */
  readonly headers: Readonly<Record<string, string>>
  readonly mimeType: string | null
  /** Bytes on the wire, headers and body; bytes of the body after decoding. */
  readonly transferBytes: number
  readonly decodedBytes: number
  readonly isRedirect: boolean
  /** It failed or was cut off after it was sent. */
  readonly hasFailed: boolean
  /** Since navigation start. */
  readonly startMs: number
  readonly endMs: number | null
  readonly isRenderBlocking: boolean
  /** Sizes of the body really compressed: gzip 6, brotli 5; null when it was not (no text, already encoded, no body, limit). */
  readonly compressed: { readonly gzip: number; readonly brotli: number } | null
  /** What a repeat view right away took: `cache` without network, `revalidated` = 304, `network`; null when not measured. */
  readonly secondView: 'cache' | 'revalidated' | 'network' | null
}

export interface LabImage {
  readonly url: string
  /** Of the file and as shown, CSS pixels; 0 where it is not shown. */
  readonly naturalWidth: number
  readonly naturalHeight: number
  readonly shownWidth: number
  readonly shownHeight: number
  /** From a style sheet's `background-image` or the like, not an element of its own. */
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
