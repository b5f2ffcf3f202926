/**
 * What a metric is called and what tells its series apart. `labels` names every value a label may have: anything else
 * counts as `other`, so that no URL, key or host ever becomes a label and the number of series is known beforehand.
 */
export interface MetricDefinition<Label extends string> {
  /** In Prometheus' terms: snake case, unit at the end (`_seconds`, `_total`). */
  readonly name: string
  readonly help: string
  readonly labels: Readonly<Record<Label, readonly string[]>>
}

type Labels<Label extends string> = Readonly<Record<Label, string>>

/** Only ever grows. */
export interface Counter<Label extends string> {
  /** By how much, 1 unless told. */
  add(labels: Labels<Label>, more?: number): void
}

/** How long things took. */
export interface Histogram<Label extends string> {
  observe(labels: Labels<Label>, seconds: number): void
}

/** What is true at the moment somebody asks. */
export interface Gauge<Label extends string> {
  /**
   * `read` is called whenever somebody asks, as long as the process lives; null = not known now. Several readers of the
   * same series add up.
   */
  watch(labels: Labels<Label>, read: () => number | null): void
}

/**
 * Numbers about the running service. The same name asked for twice is the same metric. Cheap enough for every record
 * and call; nothing here throws or waits.
 */
export interface Metrics {
  counter<Label extends string>(about: MetricDefinition<Label>): Counter<Label>
  histogram<Label extends string>(about: MetricDefinition<Label>): Histogram<Label>
  gauge<Label extends string>(about: MetricDefinition<Label>): Gauge<Label>
  /** All of it in the text format that scrapers read, with its media type. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** Where nobody asks. */
export const noMetrics: Metrics = {
  counter: () => ({ add() {} }),
  histogram: () => ({ observe() {} }),
  gauge: () => ({ watch() {} }),
  expose: async () => ({ contentType: 'text/plain', text: '' }),
}
