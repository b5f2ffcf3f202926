/** An audit of an address, as `GET /audits` lists it: `infra/docs/clients.md#audits`. */
export interface ListedAudit {
  readonly id: string
  /** RFC 3339. */
  readonly scanned_at: string
  readonly overall: number
  readonly by_category: Readonly<Record<string, number>>
  readonly rule_version: string
}

/** A listed audit with its time. */
export interface EarlierAudit extends ListedAudit {
  /** Milliseconds since the epoch. */
  readonly time: number
}

/** The audits of an answer of `GET /audits`, the oldest first. */
export function earlierAuditsOf(answer: {
  readonly audits: readonly ListedAudit[]
}): readonly EarlierAudit[] {
  const audits = answer.audits.map((audit) => ({ ...audit, time: Date.parse(audit.scanned_at) }))
  return audits.sort((a, b) => a.time - b.time)
}
