import type { UsageBody } from '../../../../access/key-answers.ts'
import { formatCount } from '../../ui/format.ts'
import { operationName } from '../../ui/operation-names.ts'

/** `GET /usage`: what the key of the call may do and has used. */
export interface Usage extends Omit<UsageBody, 'scopes'> {
  /** Also those that the console does not know. */
  readonly scopes: readonly string[]
}
/** The use of one operation today (UTC). */
export type OperationUsage = Usage['operations'][string]

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
  return limit === 0 ? 1 : Math.min(1, used / limit)
}

function textOf({ limit, used, remaining }: OperationUsage): string {
  if (limit === null) return `No limit, ${formatCount(used)} used today`
  const left = remaining ?? Math.max(0, limit - used)
  return `${formatCount(used)} of ${formatCount(limit)} used, ${formatCount(left)} left`
}
