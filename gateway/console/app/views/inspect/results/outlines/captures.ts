import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'

export interface CaptureRequest {
  readonly url: string
  readonly device: string
  readonly selectors: readonly string[]
}

export interface Captures {
  /** The screenshot of the page that locates all these selectors, if there is one. */
  known(request: CaptureRequest): SnapshotResult | null
  /** The same; takes one where there is none. One that is being taken for the same page is shared. Rejects like `take`. */
  capture(request: CaptureRequest): Promise<SnapshotResult>
}

/** Screenshots that are remembered. */
const KEPT = 10

/** Remembers the last screenshot of a page and device, so that one capture serves all findings. */
export function makeCaptures(take: (request: CaptureRequest) => Promise<SnapshotResult>): Captures {
  const taken = new Map<string, SnapshotResult>()
  const running = new Map<string, Promise<SnapshotResult>>()

  const known: Captures['known'] = (request) => {
    const result = taken.get(keyOf(request)) ?? null
    return result !== null && locates(result, request.selectors) ? result : null
  }

  async function takeNew(request: CaptureRequest): Promise<SnapshotResult> {
    const key = keyOf(request)
    const pending = take(request).finally(() => running.delete(key))
    running.set(key, pending)
    const result = await pending
    taken.delete(key)
    taken.set(key, result)
    const [oldest] = taken.keys()
    if (taken.size > KEPT && oldest !== undefined) taken.delete(oldest)
    return result
  }

  return {
    known,
    async capture(request) {
      const key = keyOf(request)
      for (let other = running.get(key); other !== undefined; other = running.get(key))
        await other.catch(() => {})
      return known(request) ?? takeNew(request)
    },
  }
}

function keyOf({ url, device }: CaptureRequest): string {
  return `${device} ${url}`
}

function locates({ located = [] }: SnapshotResult, selectors: readonly string[]): boolean {
  const all = new Set(located.map(({ selector }) => selector))
  return selectors.every((selector) => all.has(selector))
}
