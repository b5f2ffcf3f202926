/** The batch number of deferred requests of external producers. Their queues work like those of a batch. */
export const EXTERNAL_PRODUCERS = 0

/**
 * What the clean-up has to remove: nothing, the waiting items of a dropped batch, all rows but the results of a finished batch,
 * or the whole batch, which is invisible from then on.
 */
export const leftover = { nothing: 0, waiting: 1, work: 2, all: 3 } as const
