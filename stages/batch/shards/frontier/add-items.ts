import type { Batch, NewItem } from '../../frontier/frontier.ts'
import type { Shards } from '../shards.ts'
import { groupItems, type ShardGroup } from './group-by-shard.ts'
import type { Submissions } from './submissions.ts'

export interface AddOptions {
  readonly shards: Pick<Shards, 'count' | 'send'>
  readonly submissions: Pick<Submissions, 'assertRoom' | 'added'>
}

/** Adds items to a batch, in the order given within each shard. Returns for each whether it was added. */
export async function addItems(
  options: AddOptions,
  batch: Batch,
  items: readonly NewItem[],
): Promise<boolean[]> {
  options.submissions.assertRoom(batch.id)
  const wasAdded = items.map(() => false)

  async function addGroups(groups: readonly ShardGroup<NewItem>[]): Promise<void> {
    for (const group of groups) {
      const taken = await addGroup(options, batch, group)
      for (const [at, place] of group.places.entries()) wasAdded[place] = taken[at] ?? false
    }
  }

  const groups = groupItems(batch, items, options.shards.count)
  await Promise.all([...Map.groupBy(groups, ({ shard }) => shard).values()].map(addGroups))
  return wasAdded
}

async function addGroup(
  { shards, submissions }: AddOptions,
  batch: Batch,
  { shard, things }: ShardGroup<NewItem>,
): Promise<readonly boolean[]> {
  const { position, wasAdded } = await shards.send(shard, { kind: 'add', batch, items: things })
  const pages = things.filter(({ role }, at) => role === 'page' && wasAdded[at] === true).length
  submissions.added(batch.id, shard, position, pages)
  return wasAdded
}
