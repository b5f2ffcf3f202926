/** Something that waits for its turn; null counts as one tenant. */
export interface OfTenant {
  readonly tenant: string | null
}

/** A queue, round robin by tenant; what is of one tenant is first in, first out. */
export class FairQueue<Item extends OfTenant> {
  /** Items by tenant, in round-robin order. */
  readonly #itemsOf = new Map<string | null, Item[]>()

  get hasAny(): boolean {
    return this.#itemsOf.size > 0
  }

  /** Whether anything waits that is not of this tenant. */
  hasOtherThan(tenant: string | null): boolean {
    return this.#itemsOf.size > (this.#itemsOf.has(tenant) ? 1 : 0)
  }

  add(item: Item): void {
    const items = this.#itemsOf.get(item.tenant)
    if (items === undefined) this.#itemsOf.set(item.tenant, [item])
    else items.push(item)
  }

  /** Removes the next item of a tenant that is below its limit; null when there is none. */
  take(isBelowLimit: (tenant: string | null) => boolean): Item | null {
    for (const [tenant, items] of this.#itemsOf) {
      if (!isBelowLimit(tenant)) continue
      const item = items.shift() as Item
      this.#itemsOf.delete(tenant)
      if (items.length > 0) this.#itemsOf.set(tenant, items)
      return item
    }
    return null
  }

  /** Removes and answers the items for which `matches` holds. */
  withdraw(matches: (item: Item) => boolean): Item[] {
    const taken: Item[] = []
    for (const [tenant, items] of this.#itemsOf) {
      const { true: matching = [], false: others = [] } = Object.groupBy(items, (item) => `${matches(item)}`)
      taken.push(...matching)
      if (others.length > 0) this.#itemsOf.set(tenant, others)
      else this.#itemsOf.delete(tenant)
    }
    return taken
  }
}
