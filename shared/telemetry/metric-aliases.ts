import type { Counter, Gauge, MetricDefinition, Metrics } from './metrics.ts'

/** The former names of a metric. Its name, and the labels and label values that changed. */
export interface FormerNames<Label extends string> {
  readonly name: string
  /** Former label by current label. */
  readonly labels?: Readonly<Partial<Record<Label, string>>>
  /** Former label value by current label value. */
  readonly values?: Readonly<Record<string, string>>
}

/**
 * A counter that also counts under its former name. An alias exists for one version, so that dashboards and alerts can
 * move to the current name: `infra/docs/changelog.md`.
 */
export function aliasedCounter<Label extends string>(
  metrics: Metrics,
  definition: MetricDefinition<Label>,
  former: FormerNames<Label>,
): Counter<Label> {
  const current = metrics.counter(definition)
  const alias = metrics.counter(formerDefinition(definition, former))
  return {
    add(labels, more) {
      current.add(labels, more)
      alias.add(formerLabels(labels, former), more)
    },
  }
}

/** A gauge that can also be read under its former name, for one version; see `aliasedCounter`. */
export function aliasedGauge<Label extends string>(
  metrics: Metrics,
  definition: MetricDefinition<Label>,
  former: FormerNames<Label>,
): Gauge<Label> {
  const current = metrics.gauge(definition)
  const alias = metrics.gauge(formerDefinition(definition, former))
  return {
    watch(labels, read) {
      current.watch(labels, read)
      alias.watch(formerLabels(labels, former), read)
    },
  }
}

function formerDefinition<Label extends string>(
  definition: MetricDefinition<Label>,
  former: FormerNames<Label>,
): MetricDefinition<string> {
  const labels = Object.entries<readonly string[]>(definition.labels).map(([label, values]) => [
    formerLabel(label as Label, former),
    values.map((value) => formerValue(value, former)),
  ])
  return { name: former.name, help: `Former name of ${definition.name}`, labels: Object.fromEntries(labels) }
}

function formerLabels<Label extends string>(
  labels: Readonly<Record<Label, string>>,
  former: FormerNames<Label>,
): Record<string, string> {
  const entries = Object.entries<string>(labels)
  return Object.fromEntries(
    entries.map(([label, value]) => [formerLabel(label as Label, former), formerValue(value, former)]),
  )
}

function formerLabel<Label extends string>(label: Label, { labels }: FormerNames<Label>): string {
  return labels?.[label] ?? label
}

function formerValue(value: string, { values }: FormerNames<string>): string {
  return values?.[value] ?? value
}
