import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { LabFacts, StaticFile } from '../facts.ts'
import type { ImageWaste } from '../resources/images.ts'
import { transferOf } from '../resources/totals.ts'
import { metrics } from '../vitals/metrics.ts'
import { filesBySaving, itemOf } from './items.ts'
import { durationOf, savedByBytes } from './saved-time.ts'
import { type Finding, kib, ms, nameOf, plural, type TipItem } from './tip.ts'

/** Finding about the savings on images in one way; `things`: what they are called, one and many. */
export function imageFinding(
  facts: LabFacts,
  kind: ImageWaste['kind'],
  things: readonly [one: string, many: string],
  advice: string,
): Finding | null {
  const waste = facts.imageWaste.filter((one) => one.kind === kind)
  const [largest] = waste.toSorted((one, other) => other.bytes - one.bytes)
  if (largest === undefined) return null
  const saved = savedByBytes(facts, waste)
  const message = `${plural(waste.length, ...things)}${waste.length === 1 ? ':' : ', above all'} ${nameOf(largest.request.url)}. ${advice}. Saves about ${kib(saved.wastedBytes)}.`
  return { message, ...saved, items: filesBySaving(waste, sizeOf) }
}

function sizeOf({ kind, image, request }: ImageWaste): string {
  const { naturalWidth, naturalHeight, shownWidth, shownHeight } = image
  if (kind !== 'oversized') return `of ${kib(request.transferBytes)}`
  const shown = `${Math.round(shownWidth)} x ${Math.round(shownHeight)}`
  return `${naturalWidth} x ${naturalHeight} pixels, shown at ${shown} CSS pixels`
}

/**
 * Finding about files of the site that a repeat view requests again. Headers of other sites are not the owner's to
 * change.
 */
export function ownFilesFinding(
  { ownFiles }: LabFacts,
  isConcerned: (file: StaticFile) => boolean,
  fault: string,
  advice: string,
): Finding | null {
  const concerned = ownFiles.filter(isConcerned).map(({ request }) => request)
  const bySize = concerned.toSorted((one, other) => other.transferBytes - one.transferBytes)
  const [largest] = bySize
  if (largest === undefined) return null
  const wastedBytes = transferOf(concerned)
  const message = `${plural(concerned.length, 'file')} (${kib(wastedBytes)}) ${fault}, the largest ${nameOf(largest.url)}. ${advice}.`
  return { message, wastedBytes, items: bySize.map(cachedItem) }
}

/** A file and what it says about caching. */
export function cachedItem({ url, transferBytes, headers }: LabRequest): TipItem {
  const said = headers['cache-control']
  return itemOf({ url, bytes: transferBytes, text: said === undefined ? null : `Cache-Control: ${said}` })
}

/** A shorter time cannot be told from noise. */
const LEAST_MS = 100

/** Finding about the `candidates` that delay the first paint by 100 ms or more, followed by `advice`. */
export function renderBlocking(
  { vitals }: LabFacts,
  candidates: readonly LabRequest[],
  thing: readonly [one: string, many: string],
  advice: string,
): Finding | null {
  const blocking = candidates
    .filter(({ isRenderBlocking, endMs }) => isRenderBlocking && endMs !== null)
    .toSorted((one, other) => (other.endMs ?? 0) - (one.endMs ?? 0))
  const [last] = blocking
  const fcp = vitals.fcp.value
  if (last === undefined || fcp === null) return null
  const heldBy = ({ endMs }: LabRequest) => Math.min(fcp, endMs ?? 0) - (vitals.ttfb.value ?? 0)
  const held = heldBy(last)
  if (held < LEAST_MS) return null
  const who =
    blocking.length === 1
      ? `${nameOf(last.url)} delays`
      : `${plural(blocking.length, ...thing)}, the last of them ${nameOf(last.url)}, delay`
  const message = `${who} first paint by ${ms(held)}. ${advice}.`
  const items = blocking.map((file) =>
    itemOf({ url: file.url, bytes: file.transferBytes, ms: Math.max(0, heldBy(file)) }),
  )
  return { message, savings: { fcp: held, lcp: held }, items }
}

const phases = ['input_delay_ms', 'processing_ms', 'presentation_ms'] as const
type Phase = (typeof phases)[number]

/** A slow interaction is reported once, by the tip of its longest phase. */
export function slowestPhase(
  { vitals: { inp }, measurement }: LabFacts,
  phase: Phase,
  what: string,
): Finding | null {
  const { attribution } = measurement.vitals.inp
  const took = (one: Phase) => (typeof attribution[one] === 'number' ? attribution[one] : 0)
  const [longest] = phases.toSorted((one, other) => took(other) - took(one))
  if (inp.value === null || inp.value <= metrics.inp.good || longest !== phase || took(phase) === 0)
    return null
  const selector = typeof attribution.target === 'string' ? attribution.target : null
  const where = selector === null ? '' : ` on ${selector}`
  const message = `The interaction${where} took ${ms(inp.value)}, ${ms(took(phase))} of it ${what}`
  const items = selector === null ? [] : [itemOf({ selector, ms: took(phase) })]
  return { message, savings: { inp: inp.value - metrics.inp.good }, items }
}

/** Parts of the largest contentful paint after the first byte, in milliseconds (web.dev, Optimize LCP). */
export interface LcpParts {
  readonly request: LabRequest
  readonly lcp: number
  /** Until the image was requested. */
  readonly loadDelay: number
  readonly load: number
  /** From its last byte until it was shown. */
  readonly renderDelay: number
  /** The element that shows it, where it is known. */
  readonly selector: string | null
}

/**
 * Parts of the LCP; null where the largest paint is no image with a file of its own. They are taken from the
 * requests: the page's own timing has no emulated latency, so its parts would not add up to the measured time.
 */
export function lcpParts({ vitals, lcpImage, measurement }: LabFacts): LcpParts | null {
  const lcp = vitals.lcp.value
  if (lcpImage === null || lcp === null || lcpImage.request.endMs === null) return null
  const { request } = lcpImage
  const { target } = measurement.vitals.lcp.attribution
  return {
    request,
    lcp,
    selector: typeof target === 'string' ? target : null,
    loadDelay: Math.max(0, request.startMs - (vitals.ttfb.value ?? 0)),
    load: durationOf(request),
    renderDelay: Math.max(0, lcp - lcpImage.request.endMs),
  }
}

export interface RunningScript {
  readonly url: string
  readonly ms: number
}

/** Running time of each script, longest first. */
export function runningScripts({ measurement }: LabFacts): RunningScript[] {
  return measurement.mainThread
    .flatMap(({ url, kind, ms }) => (kind === 'script' && url !== null ? [{ url, ms }] : []))
    .toSorted((one, other) => other.ms - one.ms)
}
