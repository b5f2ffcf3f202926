/** The limit of a key without one: its items are only counted. */
export const NO_ITEM_LIMIT = 2 ** 32 - 1

/** The daily quota of batch items of a key. */
export interface ItemQuota {
  /** Id of the key. */
  readonly key: string
  /** Items a UTC day, `NO_ITEM_LIMIT` at most. */
  readonly limit: number
}
