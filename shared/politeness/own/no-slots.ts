import type { SlotLeases } from '../slot-leases.ts'

/** In place of the slots of a group: every request gets a lease, and none rests. */
export const noSlots: SlotLeases = {
  takeKept: () => null,
  reuse: async (lease) => ({ lease }),
  async acquire(group) {
    const now = performance.now()
    const times = { acquiredAt: now, confirmedAt: now }
    return { lease: { group, slot: 0, holder: '', ...times, isContended: false, lastHost: null } }
  },
  renew: () => () => {},
  isContended: async () => false,
  release: async () => {},
  giveBack: async () => {},
  close: () => {},
}
