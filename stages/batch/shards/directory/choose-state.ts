/** Next positions in the intake of a shard. */
export interface KnownPositions {
  /** Of the local file; null = there is none. */
  readonly local: number | null
  /** Of the newest snapshot; null = there is none. */
  readonly snapshot: number | null
  /** The first position that the log still has. */
  readonly oldest: number
}

/** The state with which a new owner of a shard begins. */
export interface ChosenState {
  readonly from: 'local' | 'snapshot' | 'empty'
  /** The next position of the intake; 0 of an empty state. */
  readonly position: number
  /** The log does not have all commands from this position on any more. */
  readonly isGone: boolean
}

/** Chooses the state with the highest position; of equal ones the local file, which need not be loaded. */
export function chooseState({ local, snapshot, oldest }: KnownPositions): ChosenState {
  const position = Math.max(local ?? 0, snapshot ?? 0)
  const isGone = position < oldest
  if (local === position) return { from: 'local', position, isGone }
  return { from: snapshot === position ? 'snapshot' : 'empty', position, isGone }
}
