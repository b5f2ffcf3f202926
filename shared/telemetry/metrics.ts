/**
 * The name, help and labels of a metric. `labels` lists every value of each label; any other value counts as `other`, so
 * that no URL, key or host becomes a label value and the number of series is bounded.
 */
export interface MetricDefinition<Label extends string> {
  /** A Prometheus name: snake case with the unit at the end (`_seconds`, `_total`). */
  readonly name: string
  readonly help: string
  readonly labels: Readonly<Record<Label, readonly string[]>>
}

type Labels<Label extends string> = Readonly<Record<Label, string>>

/** A value that only increases. */
export interface Counter<Label extends string> {
  /** Adds `more`; default 1. */
  add(labels: Labels<Label>, more?: number): void
}

/** A distribution of durations. */
export interface Histogram<Label extends string> {
  observe(labels: Labels<Label>, seconds: number): void
}

/** A value that is read at each scrape. */
export interface Gauge<Label extends string> {
  /**
   * Registers a reader of a series for the life of the process. It is called at each scrape; null = unknown. Several
   * readers of one series are added up.
   */
  watch(labels: Labels<Label>, read: () => number | null): void
}

/**
 * Metrics of the running service. A name that is defined twice is one metric. Cheap enough for every record and call;
 * nothing throws or waits.
 */
export interface Metrics {
  counter<Label extends string>(about: MetricDefinition<Label>): Counter<Label>
  histogram<Label extends string>(about: MetricDefinition<Label>): Histogram<Label>
  gauge<Label extends string>(about: MetricDefinition<Label>): Gauge<Label>
  /** All metrics in the Prometheus text format, with its media type. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** Metrics that are discarded. */
export const noMetrics: Metrics = {
  counter: () => ({ add() {} }),
  histogram: () => ({ observe() {} }),
  gauge: () => ({ watch() {} }),
  expose: async () => ({ contentType: 'text/plain', text: '' }),
}
