import type { ShardPositions } from '../shard-store.ts'
import type { RunnerParts } from './runner-parts.ts'

/** What is in each input. */
const contents = { intake: 'commands', ended: 'endings' } as const satisfies Record<
  keyof ShardPositions,
  string
>

/** Where an input goes on after a position that it does not have. */
export interface Gap {
  /** The first position that the log still has. */
  readonly next: number
  /** The position was beyond the end: the log is another one, or was restored to an earlier state. */
  readonly isNewLog: boolean
}

/**
 * Passes over a position that the log does not have, with an error in the log file. Where records were removed, it goes on
 * behind them. When the position is beyond the end, the shard's position is set back: new records would not count
 * otherwise. Rejects when the runner stops.
 */
export async function passGap(
  { store, logs, logger, retrying }: RunnerParts,
  input: keyof ShardPositions,
  position: number,
): Promise<Gap> {
  const { shard } = store
  const { [input]: oldest } = await retrying(() => logs.oldest(shard))
  if (oldest > position) {
    logger.error({ shard, position, oldest }, `the log has lost ${contents[input]} of a shard`)
    return { next: oldest, isNewLog: false }
  }
  logger.error(
    { shard, position, oldest },
    `the log ends before the position of a shard in its ${contents[input]}`,
  )
  await retrying(() => store.reposition({ [input]: oldest }))
  return { next: oldest, isNewLog: true }
}
