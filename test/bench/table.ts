/** One measured figure. */
export interface Row {
  readonly figure: string
  readonly value: string
  /** The goal, where the project has one. */
  readonly goal?: string
}

export function printTable(title: string, rows: readonly Row[]): void {
  const width = Math.max(0, ...rows.map(({ figure }) => figure.length))
  console.log(`\n${title}`)
  for (const { figure, value, goal } of rows) {
    console.log(`  ${figure.padEnd(width)}  ${value}${goal === undefined ? '' : `   (goal: ${goal})`}`)
  }
}

/** p50, p95 and p99 of samples in milliseconds. */
export function spread(samples: readonly number[]): string {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(2)
  return `p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}`
}
