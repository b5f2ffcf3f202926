import type { LabFacts } from '../facts.ts'
import { kilobytes } from '../resources/totals.ts'
import type { MetricName } from '../vitals/metrics.ts'

/** A tip: when it applies, what it says, and what following it gains. See `infra/docs/contributing.md#tip`. */
export interface Tip {
  /** kebab-case; the name of its file. */
  readonly id: string
  /** What is wrong, in a few words, for the catalogue. */
  readonly title: string
  /** What following it takes: a setting or an attribute, a change of the page, or one of how it is built. */
  readonly effort: 'low' | 'medium' | 'high'
  /** When it is given, in a few words: the threshold and its source. */
  readonly when: string
  /** A page about it by an authority. */
  readonly learnMore: string
  /** Null where it does not apply. */
  find(facts: LabFacts): Finding | null
}

export interface Finding {
  /** The message with the measured figures. */
  readonly message: string
  /** Maximum reduction of the metrics, in their own units. */
  readonly savings?: Readonly<Partial<Record<MetricName, number>>>
  /** Bytes that need not be transferred, in this view or a later one. */
  readonly wastedBytes?: number
  /** The files and elements that the message speaks of; what it names first comes first. */
  readonly items?: readonly TipItem[]
}

/** A file or an element that a tip is about, with the figures that its message adds up; null = not known, or not meant. */
export interface TipItem {
  readonly url: string | null
  readonly selector: string | null
  /** What could be saved where the message speaks of it, else of the file. */
  readonly bytes: number | null
  readonly ms: number | null
  /** What else is known of it. Parts that the page chose may be long. */
  readonly text: string | null
}

/** Formats milliseconds: `1,234 ms`. */
export function ms(milliseconds: number): string {
  return `${Math.round(milliseconds).toLocaleString('en-US')} ms`
}

/** Formats bytes: `12.5 KiB`. */
export function kib(bytes: number): string {
  return `${kilobytes(bytes).toLocaleString('en-US')} KiB`
}

/** `1 image`, `2 images`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

const SHOWN = 80

/** A short form of a URL: host and path, without the query. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  const name = host + pathname
  return name.length <= SHOWN ? name : `…${name.slice(1 - SHOWN)}`
}
