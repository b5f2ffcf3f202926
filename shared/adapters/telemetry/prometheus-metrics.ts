import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from 'prom-client'
import type { Counter, Gauge, Histogram, MetricDefinition, Metrics } from '#shared/telemetry/metrics.ts'

export interface PrometheusOptions {
  /** Whether to add memory, CPU time, event-loop lag and garbage collection of this process. */
  readonly process: boolean
  /** Snapshots of other processes of the same service, added to this one's metrics at each exposition. */
  readonly otherProcesses?: () => Promise<readonly MetricsSnapshot[]>
}

/** The metrics of one process, as plain data. */
export type MetricsSnapshot = object[]

export interface PrometheusMetrics extends Metrics {
  /** The metrics without process metrics and other processes. */
  snapshot(): Promise<MetricsSnapshot>
}

/** Seconds: from a cached answer to the longest time that a caller waits. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 90]

type Labels = Readonly<Record<string, string>>
type Definition = MetricDefinition<string>

/** `Metrics` for Prometheus: text format 0.0.4. Each instance has a registry of its own. */
export function prometheusMetrics(options: PrometheusOptions): PrometheusMetrics {
  const register = new Registry()
  const processRegister = new Registry()
  if (options.process) collectDefaultMetrics({ register: processRegister })
  const metrics = new Map<string, unknown>()

  function getOrCreate<T>(about: Definition, make: () => T): T {
    const metric = (metrics.get(about.name) ?? make()) as T
    metrics.set(about.name, metric)
    return metric
  }

  return {
    counter: (about) => getOrCreate(about, () => counterOf(about, register)),
    histogram: (about) => getOrCreate(about, () => histogramOf(about, register)),
    gauge: (about) => getOrCreate(about, () => gaugeOf(about, register)),
    async expose() {
      const otherProcesses = (await options.otherProcesses?.()) ?? []
      const all =
        otherProcesses.length === 0
          ? register
          : await aggregate([await register.getMetricsAsJSON(), ...otherProcesses])
      const texts = [await processRegister.metrics(), await all.metrics()]
      return {
        contentType: register.contentType,
        text: texts.filter((text) => text.trim() !== '').join('\n'),
      }
    },
    snapshot: () => register.getMetricsAsJSON(),
  }
}

/** Adds up series of the same name and labels. */
async function aggregate(all: readonly MetricsSnapshot[]): Promise<Registry> {
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
  const series = makeSeries(about, (labels) => counter.labels(labels))
  return { add: (labels, more) => series(labels).inc(more) }
}

function histogramOf(about: Definition, register: Registry): Histogram<string> {
  const { name, help } = about
  const labelNames = Object.keys(about.labels)
  const histogram = new PromHistogram({ name, help, labelNames, buckets: BUCKETS, registers: [register] })
  const series = makeSeries(about, (labels) => histogram.labels(labels))
  return { observe: (labels, seconds) => series(labels).observe(seconds) }
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
  const series = makeSeries(about, (labels) => ({ labels }))
  return {
    watch: (given, read) => void readers.push({ ...series(given), read }),
  }
}

/**
 * Caches the series of each combination of label values: looking one up in prom-client is most of the cost of
 * a count.
 */
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
