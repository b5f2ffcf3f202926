import { audit } from '#stages/score/score.worker.ts'
import { hostilePage } from './hostile-page.ts'
import { places } from './places.ts'
import { auditInputOf, read, readSitemap, readTarget } from './readings.ts'
import { followPage, readHeaders, readRobots, writeResult } from './shared-steps.ts'

export interface HostileTask {
  readonly place: string
  readonly unit: string
}

/** CPU time of one call for a page, in milliseconds. */
export interface CallCost {
  readonly call: string
  readonly ms: number
  /** What the call threw; null when it answered. */
  readonly error: string | null
}

/** A call beyond this time is made again: what the garbage collector or the compiler does once is not its cost. */
const AGAIN_MS = 150
const MAX_CALLS = 3

/** The costs of all calls that read the page with the unit in that place. */
export function costsOf({ place, unit }: HostileTask): CallCost[] {
  const page = hostilePage(places[place] ?? (() => ({})), unit)
  const costs: CallCost[] = []
  function measured<Result>(call: string, work: () => Result): Result | null {
    let answer: Result | null = null
    let ms = Number.POSITIVE_INFINITY
    let error: string | null = null
    for (let count = 0; count < MAX_CALLS && ms > AGAIN_MS; count++) {
      const before = threadMs()
      try {
        answer = work()
      } catch (thrown) {
        error = String(thrown).slice(0, 200)
      }
      ms = Math.min(ms, threadMs() - before)
    }
    costs.push({ call, ms, error })
    return answer
  }

  measured('headers', () => readHeaders(page))
  measured('robots.txt', () => readRobots(page))
  measured('sitemap', () => readSitemap(page))
  const target = measured('target', () => readTarget(page))
  const reading = measured('extraction', () => read(page))
  if (reading === null || target === null) return costs
  measured('crawl', () => followPage(page, reading))
  measured('writing', () => writeResult(reading))
  const input = measured('audit input', () => auditInputOf(page, reading, target))
  const request = { url: page.url, device: 'mobile', vitals: 'synthetic' } as const
  if (input !== null) {
    const answer = measured('audit', () => audit({ input, body: Buffer.from(page.html), request }))
    for (const { id, error } of answer?.crashed ?? []) costs.push({ call: `rule ${id}`, ms: 0, error })
  }
  return costs
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
