import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from 'prom-client'
import type { About, Counter, Gauge, Histogram, Metrics } from '#shared/telemetry/metrics.ts'

export interface PrometheusOptions {
  /** Whether memory, processor time, event-loop lag and garbage collection of this process are among them. */
  readonly process: boolean
  /** The figures of other processes of the same service, which are added to these when somebody asks. */
  readonly others?: () => Promise<readonly Figures[]>
}

/** What one process has counted, as plain data. */
export type Figures = object[]

export interface PrometheusMetrics extends Metrics {
  /** Without those of the process and of others. */
  figures(): Promise<Figures>
}

/** Seconds. From a cached answer to the longest time a caller is held. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 90]

type Labels = Readonly<Record<string, string>>
type Definition = About<string>

/** `Metrics` for Prometheus: text format 0.0.4. Each is a world of its own. */
export function prometheusMetrics(options: PrometheusOptions): PrometheusMetrics {
  const register = new Registry()
  const ofProcess = new Registry()
  if (options.process) collectDefaultMetrics({ register: ofProcess })
  const known = new Map<string, unknown>()

  function once<T>(about: Definition, make: () => T): T {
    const metric = (known.get(about.name) ?? make()) as T
    known.set(about.name, metric)
    return metric
  }

  return {
    counter: (about) => once(about, () => counterOf(about, register)),
    histogram: (about) => once(about, () => histogramOf(about, register)),
    gauge: (about) => once(about, () => gaugeOf(about, register)),
    async expose() {
      const others = (await options.others?.()) ?? []
      const all = others.length === 0 ? register : await sumOf([await register.getMetricsAsJSON(), ...others])
      const texts = [await ofProcess.metrics(), await all.metrics()]
      return {
        contentType: register.contentType,
        text: texts.filter((text) => text.trim() !== '').join('\n'),
      }
    },
    figures: () => register.getMetricsAsJSON(),
  }
}

/** Series of the same name and labels add up. */
async function sumOf(all: readonly Figures[]): Promise<Registry> {
  return AggregatorRegistry.aggregate(all as Parameters<typeof AggregatorRegistry.aggregate>[0])
}

function counterOf(about: Definition, register: Registry): Counter<string> {
  const { name, help } = about
  const counter = new PromCounter({
    name,
    help,
    labelNames: Object.keys(about.labels),
    registers: [register],
  })
  const seriesOf = makeSeries(about, (labels) => counter.labels(labels))
  return { add: (labels, more) => seriesOf(labels).inc(more) }
}

function histogramOf(about: Definition, register: Registry): Histogram<string> {
  const { name, help } = about
  const labelNames = Object.keys(about.labels)
  const histogram = new PromHistogram({ name, help, labelNames, buckets: BUCKETS, registers: [register] })
  const seriesOf = makeSeries(about, (labels) => histogram.labels(labels))
  return { observe: (labels, seconds) => seriesOf(labels).observe(seconds) }
}

interface Reader {
  readonly labels: Labels
  read(): number | null
}

function gaugeOf(about: Definition, register: Registry): Gauge<string> {
  const { name, help } = about
  const readers: Reader[] = []
  new PromGauge({
    name,
    help,
    labelNames: Object.keys(about.labels),
    registers: [register],
    collect() {
      this.reset()
      for (const { labels, read } of readers) {
        const value = read()
        if (value !== null) this.inc(labels, value)
      }
    },
  })
  const seriesOf = makeSeries(about, (labels) => ({ labels }))
  return {
    watch: (given, read) => void readers.push({ ...seriesOf(given), read }),
  }
}

/** The series of labels, made once: prom-client's own way to it is most of what counting costs. */
function makeSeries<T>({ labels }: Definition, make: (labels: Labels) => T): (given: Labels) => T {
  const names = Object.keys(labels)
  const allowed = names.map((name) => new Set(labels[name]))
  const made = new Map<string, T>()
  return (given) => {
    let key = ''
    for (const [index, name] of names.entries()) {
      key += `${boundedValue(given, name, allowed[index])} `
    }
    const found = made.get(key)
    if (found !== undefined) return found
    const bounded = names.map((name, index) => [name, boundedValue(given, name, allowed[index])])
    const series = make(Object.fromEntries(bounded))
    made.set(key, series)
    return series
  }
}

function boundedValue(given: Labels, name: string, allowed: ReadonlySet<string> | undefined): string {
  const value = given[name] ?? ''
  return allowed?.has(value) ? value : 'other'
}
