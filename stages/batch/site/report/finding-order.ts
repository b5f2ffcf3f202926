const ranks = { error: 0, warning: 1, info: 2 } as const

interface Finding {
  readonly severity: keyof typeof ranks
  /** What it takes from a score. */
  readonly points: number
}

/** The order of findings: by severity, then by the points that they take, then by how much is affected, the most first. */
export function byLoss<T extends Finding>(affected: (finding: T) => number): (a: T, b: T) => number {
  return (a, b) => ranks[a.severity] - ranks[b.severity] || b.points - a.points || affected(b) - affected(a)
}
