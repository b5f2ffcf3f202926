import { isDnsTimeout } from './dns-addresses.ts'
import { type Unresolved, unresolved } from './refusals.ts'

/** All addresses of a plain name. May reject; no address at all is an empty array. */
export type Resolve = (hostname: string) => Promise<string[]>

export interface Found {
  readonly kind: 'found'
  /** At least one, no two alike. Not judged yet. */
  readonly addresses: readonly string[]
}

export interface LookupLimits {
  /** Milliseconds until the answer is `dns_timeout`. */
  readonly dnsTimeoutMs: number
  /** Longer answers are given, but not kept: a hostile zone must not fill the memory. */
  readonly maxDnsAnswers: number
  /** Milliseconds an answer is kept. Times to live are not known here, so keep it short. */
  readonly dnsCacheMs: number
}

type Answer = Found | Unresolved
interface Entry {
  readonly answer: Promise<Answer>
  freshUntil: number
}

/** Names kept at a time; the oldest goes first. */
const maxKeptNames = 1000

/** Names to addresses: bounded in time, questions in flight joined, successes kept for a moment. Never rejects. */
export function makeNameLookup(resolve: Resolve, limits: LookupLimits): (name: string) => Promise<Answer> {
  const kept = new Map<string, Entry>()

  function ask(name: string): Entry {
    const answer = resolveInTime(name, resolve, limits.dnsTimeoutMs)
    const entry: Entry = { answer, freshUntil: Number.POSITIVE_INFINITY }
    kept.delete(name)
    kept.set(name, entry)
    const oldest = kept.keys().next()
    if (kept.size > maxKeptNames && !oldest.done) kept.delete(oldest.value)
    return entry
  }

  async function settle(name: string, entry: Entry): Promise<Answer> {
    const answer = await entry.answer
    const isKept = answer.kind === 'found' && answer.addresses.length <= limits.maxDnsAnswers
    entry.freshUntil = Math.min(entry.freshUntil, isKept ? performance.now() + limits.dnsCacheMs : 0)
    if (!isKept && kept.get(name) === entry) kept.delete(name)
    return answer
  }

  return (name) => {
    const known = kept.get(name)
    const isFresh = known !== undefined && performance.now() < known.freshUntil
    return settle(name, isFresh ? known : ask(name))
  }
}

async function resolveInTime(name: string, resolve: Resolve, timeoutMs: number): Promise<Answer> {
  const { promise: silence, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(giveUp, timeoutMs, null)
  try {
    const addresses = await Promise.race([resolve(name), silence])
    if (addresses === null) return unresolved('dns_timeout')
    return addresses.length === 0
      ? unresolved('dns_failure')
      : { kind: 'found', addresses: [...new Set(addresses)] }
  } catch (error) {
    return unresolved(isDnsTimeout(error) ? 'dns_timeout' : 'dns_failure')
  } finally {
    clearTimeout(timer)
  }
}
