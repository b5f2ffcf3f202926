import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { ApiError } from '../../../../../api/api-error.ts'
import type { Partly } from '../../partial.ts'
import { type Inspection, type Run, runsOf, sameUrl } from './runs.ts'

type Result = Partly<PerformanceResult>

/** Earlier runs that are read at most. */
const MAX_RUNS = 20
const AT_ONCE = 4

/** Calls the service: a path and its query. Resolves with the parsed answer. */
export type Read = (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>

/** The runs of the URL of `shown` that the service still knows, and that of `shown` itself, the oldest first. */
export async function loadRuns(url: string, shown: Result, read: Read): Promise<readonly Run[]> {
  const query = { operation: 'performance', host: new URL(url).host, state: 'done', limit: '100' }
  const { inspections } = (await read('inspections', query)) as { inspections: readonly Inspection[] }
  const left = [...sameUrl(inspections, url, MAX_RUNS)]
  const results: Result[] = []
  const readOn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const result = await readInspection(next.id, read)
      if (result !== null) results.push(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
  return runsOf([...results, shown])
}

/** The result of an inspection; null when it is gone. */
async function readInspection(id: string, read: Read): Promise<Result | null> {
  try {
    return (await read(`inspections/${encodeURIComponent(id)}`)) as Result
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
