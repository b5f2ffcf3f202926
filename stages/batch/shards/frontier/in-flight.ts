import { type Dispatch, type Frontier, inspectionId, parseInspectionId } from '../../frontier/frontier.ts'
import type { OwnedShard } from './fair-dispatch.ts'

/** Makes `inFlight` of all owned shards: one shard after another. One reader at a time. */
export function makeInFlight(owned: () => readonly OwnedShard[], count: number): Frontier['inFlight'] {
  /** Where the last page ended: the id of a deferred request does not tell its shard. */
  let last = { id: '', shard: 0 }

  function shardOf(id: string): number {
    return last.id === id ? last.shard : (parseInspectionId(id)?.seq ?? 0) % count
  }

  return async (after, limit) => {
    const first = after === null ? -1 : shardOf(after)
    const page: Dispatch[] = []
    for (const store of storesFrom(owned(), first)) {
      const found = store.inFlight(store.shard === first ? after : null, limit - page.length)
      page.push(...found)
      last = placeOf(found, store.shard) ?? last
      if (page.length >= limit) break
    }
    return page
  }
}

/** In order, from the shard of that number on. */
function storesFrom(owned: readonly OwnedShard[], first: number): OwnedShard['store'][] {
  return owned
    .map(({ store }) => store)
    .filter(({ shard }) => shard >= first)
    .sort((a, b) => a.shard - b.shard)
}

function placeOf(found: readonly Dispatch[], shard: number) {
  const end = found.at(-1)
  return end === undefined ? null : { id: idOf(end), shard }
}

function idOf(dispatch: Dispatch): string {
  return 'item' in dispatch ? inspectionId(dispatch.item.batch, dispatch.item.seq) : dispatch.id
}
