/** The batch number of deferred requests of external producers. Their queues work like those of a batch. */
export const EXTERNAL_PRODUCERS = 0

/**
 * A lease doubles with each dispatch of an item, up to this many times, so that slow work and an outage of
 * hours cost few rows and records.
 */
export const MAX_DOUBLINGS = 4

/** The items of a queue are dispatched so long before the end of its cooldown. */
export const EARLY_MS = 1000

/** The cooldown of a host whose queue was still overflowing when a request came back. */
export const COOLDOWN_MS = 5000

/** An ended request of an external producer is remembered for this time. Later records of it are dropped as duplicates. */
export const DEFERRED_MS = 86_400_000

/** An open batch that gets no lines for this time is removed. */
export const OPEN_MS = 86_400_000

/** Rejections that are stored of a batch. All are counted. */
export const MOST_REJECTIONS = 100

/** Examples that are kept of a rule: those of the first URLs in order, so that the order of the results does not matter. */
export const MOST_EXAMPLES = 10

/** Queues of which figures add up the waiting items: of more than that rest at a time, or have requests of external producers. */
export const MOST_QUEUES = 10_000

/** Owners of which a crawl with an incomplete report is named at a time. */
export const MOST_OWNERS = 100
