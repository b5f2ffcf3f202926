import { truncateUrl } from '../result/truncate.ts'
import type { Critical, CriticalFile } from './critical.ts'

/** The connection that estimates assume: constants of Lighthouse's simulated throttling. */
export interface Connection {
  readonly name: string
  readonly rttMs: number
  readonly bytesPerMs: number
}

const BITS = 8
const KILOBIT = 1024

function connection(name: string, rttMs: number, kilobits: number): Connection {
  return { name, rttMs, bytesPerMs: (kilobits * KILOBIT) / BITS / 1000 }
}

export const connections = {
  mobile: connection('slow 4G: 150 ms, 1.6 Mbit/s', 150, 1.6 * 1024),
  desktop: connection('dense 4G: 40 ms, 10 Mbit/s', 40, 10 * 1024),
} as const

/** An estimate with its range. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Why there is no estimate. */
export interface Undecided {
  readonly reason: 'ttfb_unknown' | 'file_size_unknown'
  /** The files of unknown size. */
  readonly files: readonly CriticalFile[]
}

export interface Estimates {
  readonly ttfb: Estimate | Undecided
  readonly fcp: Estimate | Undecided
  readonly lcp: Estimate | Undecided
  readonly cls: Estimate
  readonly inp: Estimate | Undecided
}

export interface EstimateInputs {
  readonly connection: Connection
  readonly critical: Critical
  /** Milliseconds to the first byte when the page was fetched; null when unknown. */
  readonly ttfbMs: number | null
  /** Bytes of the document as sent. */
  readonly documentBytes: number
}

/** Bytes of the document that must arrive before the first paint. */
const FIRST_PART_BYTES = 50_000
/** Layout shift of one element without a declared size, and the maximum of all together. */
const SHIFT = 0.04
const MOST_SHIFT = 0.5
/** Milliseconds that a kilobyte of script delays an interaction, on a phone and on a desktop. */
const SCRIPT_COST = { slow: 0.5, fast: 0.12 } as const
const BASE_INP_MS = 40
const MOST_INP_MS = 1000

/**
 * Estimates the first view from the files that it waits for, where their sizes are known. It is no measurement: style
 * sheets, scripts and caches change the real values. Each file costs its bytes and its round trips, and nothing else
 * is counted.
 */
export function estimate({ connection, critical, ttfbMs, documentBytes }: EstimateInputs): Estimates {
  const { rttMs, bytesPerMs } = connection
  const ttfb = firstByte(ttfbMs, rttMs)
  const blocking = [...critical.scripts, ...critical.styles]
  const part = Math.min(documentBytes, FIRST_PART_BYTES) / bytesPerMs
  const ways = critical.origins.length * 2 * rttMs + (blocking.length > 0 ? rttMs : 0)
  const fcp = after(ttfb, blocking, (bytes) => [part + ways + bytes / bytesPerMs, 0.6, 1.8])
  const { hero } = critical
  const trips = hero === null ? 0 : rttMs * (hero.isLazy ? 2 : hero.isPreloaded ? 0 : 1)
  const heroFiles = hero === null ? [] : [hero]
  return {
    ttfb,
    fcp,
    lcp: after(fcp, heroFiles, (bytes) => [trips + bytes / bytesPerMs, 0.5, 2.5]),
    cls: shift(critical.unsized),
    inp: delay(critical, rttMs),
  }
}

function firstByte(ttfbMs: number | null, rttMs: number): Estimate | Undecided {
  if (ttfbMs === null) return { reason: 'ttfb_unknown', files: [] }
  return { value: round(ttfbMs + rttMs), low: round(ttfbMs), high: round(ttfbMs + 4 * rttMs) }
}

type Added = readonly [milliseconds: number, least: number, most: number]

/** What comes after an estimate, by the bytes of files; undecided with it, and where one of them has no known size. */
function after(
  before: Estimate | Undecided,
  files: readonly CriticalFile[],
  addedOf: (bytes: number) => Added,
): Estimate | Undecided {
  if ('reason' in before) return before
  const unknown = unknownOf(files)
  return unknown ?? spread(before, ...addedOf(bytesOf(files)))
}

function unknownOf(files: readonly CriticalFile[]): Undecided | null {
  const unknown = files.filter(({ bytes }) => bytes === null)
  return unknown.length === 0 ? null : { reason: 'file_size_unknown', files: unknown }
}

function spread(before: Estimate, added: number, least: number, most: number): Estimate {
  return {
    value: round(before.value + added),
    low: round(before.low + added * least),
    high: round(before.high + added * most),
  }
}

function shift(unsized: number): Estimate {
  const value = Math.min(MOST_SHIFT, unsized * SHIFT)
  // Style sheets may set every size, and late content of any kind may shift more.
  return { value: hundredths(value), low: 0, high: hundredths(Math.min(1, value * 2 + 0.1)) }
}

function delay({ allScripts }: Critical, rttMs: number): Estimate | Undecided {
  const unknown = unknownOf(allScripts)
  if (unknown !== null) return unknown
  const cost = rttMs > 100 ? SCRIPT_COST.slow : SCRIPT_COST.fast
  const value = Math.min(MOST_INP_MS, BASE_INP_MS + (bytesOf(allScripts) / 1024) * cost)
  return { value: round(value), low: 16, high: round(value * 4) }
}

/** Those of unknown size count nothing. */
function bytesOf(files: readonly CriticalFile[]): number {
  return files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
}

function round(milliseconds: number): number {
  return Math.round(milliseconds)
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

/** A change that would make the first view faster, with its saving by the arithmetic of the estimate: at least that much where sizes are unknown. */
export interface Opportunity {
  readonly id: string
  readonly description: string
  readonly potential_saving_ms: number
  /** URLs of the files it concerns. */
  readonly items: string[]
}

const MAX_ITEMS = 10
/** Images with more bytes than this can be made smaller. */
const HEAVY_IMAGE = 200_000

/** The changes that would make the first view faster. */
export function opportunitiesOf(critical: Critical, { rttMs, bytesPerMs }: Connection): Opportunity[] {
  const { scripts, styles, origins, hero } = critical
  const time = (files: readonly CriticalFile[]) => bytesOf(files) / bytesPerMs
  const all: Opportunity[] = [
    opportunity('blocking-scripts', 'Load scripts of the head with defer or async', time(scripts), scripts),
    opportunity(
      'blocking-styles',
      'Make the style sheets of the first view smaller',
      time(styles) / 2,
      styles,
    ),
    {
      id: 'critical-origins',
      description: "Serve what the first view waits for from the page's own host",
      potential_saving_ms: Math.round(origins.length * 2 * rttMs),
      items: origins.slice(0, MAX_ITEMS).map(truncateUrl),
    },
  ]
  if (hero?.isLazy) all.push(opportunity('hero-lazy', 'Do not load the main image lazily', rttMs, [hero]))
  if (hero?.bytes && hero.bytes > HEAVY_IMAGE) {
    const saved = (hero.bytes - HEAVY_IMAGE) / bytesPerMs
    all.push(opportunity('hero-heavy', 'Make the main image smaller', saved, [hero]))
  }
  return all
    .filter(({ potential_saving_ms: saving }) => saving > 0)
    .toSorted((a, b) => b.potential_saving_ms - a.potential_saving_ms)
}

function opportunity(
  id: string,
  description: string,
  milliseconds: number,
  files: readonly CriticalFile[],
): Opportunity {
  const items = files.slice(0, MAX_ITEMS).map(({ url }) => truncateUrl(url))
  return { id, description, potential_saving_ms: Math.round(milliseconds), items }
}
