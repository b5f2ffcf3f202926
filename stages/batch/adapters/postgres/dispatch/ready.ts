/**
 * The condition of a ready queue, over its columns: items wait, it does not rest, and fewer than its most are in flight. Between two
 * rests that is one less, so that a slow host has no items in the stages that wait.
 *
 * @param perHost The most items in flight of a queue without manners of its own.
 * @param columns What stands in place of a column: its value after a change.
 */
export function readyBelow(perHost: number, columns: Partial<Record<ReadyColumn, string>> = {}): string {
  const of = (name: ReadyColumn) => columns[name] ?? name
  const most = `greatest(1, coalesce(queues.most, ${Math.trunc(perHost)}) - (${of('has_rested')})::int)`
  return `((${of('waiting')}) > 0 AND (${of('rests_until')}) IS NULL AND (${of('in_flight')}) < ${most})`
}

type ReadyColumn = 'waiting' | 'in_flight' | 'rests_until' | 'has_rested'
