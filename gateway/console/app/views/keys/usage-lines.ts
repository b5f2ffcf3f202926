import { formatCount } from '../../ui/format.ts'
import { operationName } from '../../ui/operation-names.ts'
import type { UsedDay } from './usage-days.ts'

/** The use of one operation today (UTC). Null = there is no limit; services of former versions do not count then. */
export interface OperationUsage {
  readonly limit: number | null
  readonly used: number | null
  readonly remaining: number | null
  /** RFC 3339. */
  readonly resets_at: string | null
}

/** `GET /usage`: what the key of the call may do and has used. */
export interface Usage {
  readonly plan: string
  readonly owner: string
  readonly scopes: readonly string[]
  readonly operations: Readonly<Record<string, OperationUsage>>
  /** The days with any use, the oldest first; absent in services of former versions. */
  readonly days?: readonly UsedDay[]
}

/** What else than calls of an operation has a daily limit. */
const otherLimits: ReadonlyMap<string, string> = new Map([
  ['batch', 'Items of batches'],
  ['thumbnail', 'Thumbnails'],
])

/** The name of a daily limit. */
export function limitName(limit: string): string {
  return otherLimits.get(limit) ?? operationName(limit)
}

/** Needs a valid key and no scope. */
const SCOPELESS = 'thumbnail'

/** An operation's use as the view shows it. */
export interface UsageLine {
  readonly operation: string
  readonly name: string
  /** Whether the key has the scope of the operation. */
  readonly isAllowed: boolean
  /** Share of the limit that is used, from 0 to 1; null = there is no limit. */
  readonly share: number | null
  readonly meaning: 'info' | 'warn' | 'bad'
  readonly text: string
  /** When the limit is renewed; null = there is none. */
  readonly resetsAt: string | null
}

/** From this share on, a limit is nearly spent. */
const NEARLY = 0.8

/** A line for each operation, in the order of the answer. */
export function usageLines({ operations, scopes }: Pick<Usage, 'operations' | 'scopes'>): UsageLine[] {
  return Object.entries(operations).map(([operation, usage]) => {
    const share = shareOf(usage)
    return {
      operation,
      name: limitName(operation),
      isAllowed: operation === SCOPELESS || scopes.includes(operation),
      share,
      meaning: share === null || share < NEARLY ? 'info' : share < 1 ? 'warn' : 'bad',
      text: textOf(usage),
      resetsAt: usage.limit === null ? null : usage.resets_at,
    }
  })
}

/** A limit of 0 is spent from the start. */
function shareOf({ limit, used }: OperationUsage): number | null {
  if (limit === null) return null
  return limit === 0 ? 1 : Math.min(1, (used ?? 0) / limit)
}

function textOf({ limit, used, remaining }: OperationUsage): string {
  if (limit === null) return used === null ? 'No limit' : `No limit, ${formatCount(used)} used today`
  const spent = used ?? 0
  const left = remaining ?? Math.max(0, limit - spent)
  return `${formatCount(spent)} of ${formatCount(limit)} used, ${formatCount(left)} left`
}
