/** The part of the library `web-vitals` that is used here. */
interface WebVitals {
  onLCP(report: (metric: LcpMetric) => void, options: { reportAllChanges: boolean }): void
  onFCP(report: (metric: { value: number }) => void, options: { reportAllChanges: boolean }): void
  onTTFB(report: (metric: { value: number }) => void): void
}
interface LcpMetric {
  readonly value: number
  readonly attribution: {
    readonly target?: string
    readonly url?: string
    readonly timeToFirstByte: number
    readonly resourceLoadDelay: number
    readonly resourceLoadDuration: number
    readonly elementRenderDelay: number
  }
}
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

/** One observation; times in milliseconds since the time origin of the document. */
export type Observed =
  | {
      readonly kind: 'begun'
      /** Since the epoch. */
      readonly timeOrigin: number
    }
  /** `timerMs` and `frameMs`: delays of a timer and of a frame after the load event. */
  | { readonly kind: 'fcp' | 'ttfb' | 'loadedMs' | 'timerMs' | 'frameMs'; readonly value: number }
  | { readonly kind: 'lcp'; readonly value: number; readonly attribution: LcpAttribution }
  | ({ readonly kind: 'shift' } & Shift)
  | ({ readonly kind: 'event' } & EventTiming)
  /** In another frame than the main one, `timeOrigin` being that of its document. The trace has the size of the shift. */
  | { readonly kind: 'frameShift' }
  | ({ readonly kind: 'frameEvent'; readonly timeOrigin: number } & EventTiming)

export type LcpAttribution = Readonly<Record<string, string | number | null>>

/** A layout shift (Layout Instability, section 2.4). */
export interface Shift {
  readonly at: number
  readonly value: number
  /** The node that moved most; null when it is gone. */
  readonly target: string | null
}

/** An entry of Event Timing, section 3.1. */
export interface EventTiming {
  readonly name: string
  /** 0 = part of no interaction. */
  readonly interaction: number
  readonly at: number
  readonly processingAt: number
  readonly processedAt: number
  readonly duration: number
  /** Null also where the target lies in a shadow tree: known to who has operated it. */
  target: string | null
}

/** Runs in the page. A short selector of a node; `>>>` stands before what lies in the shadow tree of an element. */
export function selectorOf(node: Node | null): string | null {
  const MAX = 5
  const partOf = (one: Element) => {
    const [name] = one.classList
    const own = name === undefined ? '' : `.${CSS.escape(name)}`
    return one.id ? `#${CSS.escape(one.id)}` : `${one.localName}${own}`
  }
  const hostOf = (one: Element) => (one.getRootNode() as Partial<ShadowRoot>).host ?? null
  const parts: string[] = []
  // Nodes in frames are of other classes.
  let element = node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null)
  while (element !== null && parts.length < MAX) {
    const { id, parentElement } = element
    parts.unshift(partOf(element))
    if (id) break
    const host = parentElement === null ? hostOf(element) : null
    if (host !== null) parts.unshift(` >>> ${parts.shift()}`)
    element = parentElement ?? host
  }
  return parts.length === 0 ? null : parts.join('>').replaceAll('> >>> ', ' >>> ').slice(0, 200)
}

/** In the page. */
export function toEventTiming(entry: PerformanceEventTiming): { readonly kind: 'event' } & EventTiming {
  return {
    kind: 'event',
    name: entry.name,
    interaction: entry.interactionId,
    at: entry.startTime,
    processingAt: entry.processingStart,
    processedAt: entry.processingEnd,
    duration: entry.duration,
    target: selectorOf(entry.target ?? null),
  }
}

/** In the page. */
export function toLcp({ value, attribution: { target, url, ...parts } }: LcpMetric): Observed {
  // As the URLs of images are cut.
  const [MAX_TARGET_CHARS, MAX_URL_CHARS] = [200, 8192]
  const attribution = {
    target: target?.slice(0, MAX_TARGET_CHARS) ?? null,
    url: url?.slice(0, MAX_URL_CHARS) ?? null,
    time_to_first_byte_ms: parts.timeToFirstByte,
    resource_load_delay_ms: parts.resourceLoadDelay,
    resource_load_ms: parts.resourceLoadDuration,
    render_delay_ms: parts.elementRenderDelay,
  }
  return { kind: 'lcp', value, attribution }
}

/**
 * Runs in the page, in an isolated world, from the start of the document. Reports each observation at once, so a page that hangs later
 * loses none. Reports all layout shifts, also those with recent input: with `mobile` emulated, Chromium marks the shifts of the first
 * half second as caused by input, although there was none.
 */
export function observe(vitals: WebVitals, send: (text: string) => void): void {
  const report = (observed: Observed) => send(JSON.stringify(observed))
  const watch = <Entry>(type: string, read: (entry: Entry) => Observed, more: object = {}) => {
    const onEntries = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) report(read(entry as Entry))
    }
    new PerformanceObserver(onEntries).observe({ type, buffered: true, ...more })
  }
  const onLoaded = () => {
    const at = performance.now()
    report({ kind: 'loadedMs', value: at })
    setTimeout(() => report({ kind: 'timerMs', value: performance.now() - at }))
    requestAnimationFrame(() => report({ kind: 'frameMs', value: performance.now() - at }))
  }
  report({ kind: 'begun', timeOrigin: performance.timeOrigin })
  addEventListener('load', onLoaded, { once: true })
  watch('layout-shift', ({ startTime, value, sources }: LayoutShift) => {
    const target = selectorOf(sources[0]?.node ?? null)
    return { kind: 'shift', at: startTime, value, target }
  })
  watch('event', toEventTiming, { durationThreshold: 16 })
  watch('first-input', toEventTiming)
  vitals.onTTFB(({ value }) => report({ kind: 'ttfb', value }))
  vitals.onFCP(({ value }) => report({ kind: 'fcp', value }), { reportAllChanges: true })
  vitals.onLCP((metric) => report(toLcp(metric)), { reportAllChanges: true })
}

/** Runs in the page like `observe`, in the documents of its frames: reports that something has shifted, and the events. */
export function observeFrame(send: (text: string) => void): void {
  const watch = <Entry>(type: string, read: (entry: Entry) => Observed, more: object = {}) => {
    const onEntries = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) send(JSON.stringify(read(entry as Entry)))
    }
    new PerformanceObserver(onEntries).observe({ type, buffered: true, ...more })
  }
  const { timeOrigin } = performance
  const toFrameEvent = (entry: PerformanceEventTiming): Observed => {
    return { ...toEventTiming(entry), kind: 'frameEvent', timeOrigin }
  }
  watch('layout-shift', () => ({ kind: 'frameShift' }))
  watch('event', toFrameEvent, { durationThreshold: 16 })
  watch('first-input', toFrameEvent)
}
