import type { BatchClient } from '#test/support/service/batch-client.ts'
import type { HostVisits } from '#test/support/sites/visit-recorder.ts'
import type { Row } from '../table.ts'

/** What the results of a batch of `pages` have to be: each once, in order, and none failed. */
export async function resultRows(
  name: string,
  batches: BatchClient,
  id: string,
  pages: number,
): Promise<Row[]> {
  const ids = new Set<string>()
  let [lines, misplaced, failed] = [0, 0, 0]
  for await (const line of batches.results(id)) {
    lines += 1
    ids.add(line.id)
    if (line.n !== lines) misplaced += 1
    if (line.code !== undefined) failed += 1
  }
  return [
    {
      figure: `${name}: result lines, different ids`,
      value: `${lines}, ${ids.size}`,
      goal: `${pages}, ${pages}`,
    },
    {
      figure: `${name}: lines with another number than their place; failures`,
      value: `${misplaced}; ${failed}`,
      goal: '0; 0',
    },
  ]
}

/** The requests of pages. Each host is asked for its robots.txt as well. */
export function pageRequests(visits: readonly HostVisits[]): number {
  return visits.reduce((sum, host) => sum + host.requests - 1, 0)
}

/** `requests`: those that the sites got for the pages. */
export function fetchedAgain(name: string, requests: number, pages: number): Row {
  const value = ((100 * (requests - pages)) / pages).toFixed(2)
  return { figure: `${name}: pages fetched again, %`, value, goal: '<= 2' }
}
