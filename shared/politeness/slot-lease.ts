/** A lease of one of the permit slots of a group of hosts. Times are by `performance.now()`. */
export interface SlotLease {
  readonly group: string
  readonly slot: number
  readonly holder: string
  readonly acquiredAt: number
  /** When the store last confirmed the lease. */
  confirmedAt: number
  /** Other processes wait for the group: the lease is not kept. */
  isContended: boolean
  /** The host of the last request with the lease, if it went well; null = none, or it did not. */
  lastHost: string | null
}
