import type { BatchManners } from '#stages/fetch/fetch-in-turn.ts'
import type { Pace } from '#stages/fetch/http/pace.ts'

/** Every turn comes at once. */
export const freePace: Pace = { turn: async () => ({ release: async () => {} }) }

/** For tests of other things than manners. */
export const freeManners: BatchManners = { pace: freePace, tries: 1, laterMs: 1, mostLaterMs: 1 }
