import { rebalances } from '#test/support/faults/rebalances.ts'
import type { Row } from './table.ts'

/**
 * Pages that are fetched twice when fetch processes join and leave in the middle of a batch, on Kafka, Redis and
 * MinIO.
 */
export async function rebalance(env: Readonly<Record<string, string>>): Promise<Row[]> {
  const seen = await rebalances(env)
  return seen.map(({ change, partitions, moved, inProgress, repeats }) => ({
    figure: change,
    value: `${moved} of ${partitions} partitions moved, ${inProgress} pages in hand in them, ${repeats} fetched again`,
    goal: `<= ${2 * inProgress} fetched again`,
  }))
}
