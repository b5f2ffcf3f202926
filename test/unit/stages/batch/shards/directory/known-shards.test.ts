import { expect } from 'chai'
import type { ShardSnapshot } from '#stages/batch/shards/directory/directory-entries.ts'
import { KnownShards } from '#stages/batch/shards/directory/known-shards.ts'
import { ownerOn, readRecord, snapshotAt } from './directory-scene.ts'

const SHARDS = 4

describe('KnownShards', () => {
  let known: KnownShards
  let changed: number[]
  beforeEach(() => {
    known = new KnownShards(SHARDS)
    changed = []
    known.onChange((shard) => void changed.push(shard))
  })
  const read = (snapshot: ShardSnapshot) => known.replace(readRecord({ kind: 'snapshot', ...snapshot }))

  it('knows nothing at first', () => {
    expect([known.snapshot(0), known.owner(0), known.overwritten()]).to.deep.equal([null, null, []])
  })

  it('has the last owner, and the snapshot with the highest position', () => {
    read(snapshotAt(1, 10))
    known.replace(readRecord({ kind: 'owner', ...ownerOn(1, 'a') }))
    read(snapshotAt(1, 20))
    known.replace(readRecord({ kind: 'owner', ...ownerOn(1, 'b') }))
    read(snapshotAt(1, 19))
    expect(known.snapshot(1)).to.deep.equal(snapshotAt(1, 20))
    expect(known.owner(1)).to.deep.equal(ownerOn(1, 'b'))
    expect(changed).to.deep.equal([1, 1, 1, 1])
  })

  it('has the last one of snapshots of the same position', () => {
    read(snapshotAt(1, 10, 'a'))
    read(snapshotAt(1, 10, 'b'))
    expect(known.snapshot(1)).to.deep.equal(snapshotAt(1, 10, 'b'))
  })

  it('passes over shards that do not exist and records that cannot be read', () => {
    read(snapshotAt(SHARDS, 10))
    known.replace(readRecord({ kind: 'owner', ...ownerOn(SHARDS + 1, 'a') }))
    known.replace({ key: Buffer.from('owner/1'), value: Buffer.from('{') })
    expect([known.snapshot(SHARDS), known.owner(SHARDS + 1), known.owner(1)]).to.deep.equal([
      null,
      null,
      null,
    ])
    expect(changed).to.deep.equal([])
  })

  it('has the owner of the former frontier, and that it has none any more', () => {
    const withdrawn = { ...ownerOn(SHARDS, 'a'), address: null }
    known.replace(readRecord({ kind: 'owner', ...ownerOn(SHARDS, 'a') }))
    expect(known.owner(SHARDS)).to.deep.equal(ownerOn(SHARDS, 'a'))
    known.replace(readRecord({ kind: 'owner', ...withdrawn }))
    expect(known.owner(SHARDS)).to.deep.equal(withdrawn)
  })

  it('names the own snapshots that were overwritten by older ones, until they are read again', () => {
    expect(known.announce(snapshotAt(1, 20))).to.equal(true)
    read(snapshotAt(1, 20))
    read(snapshotAt(2, 20))
    expect(known.overwritten()).to.deep.equal([])
    read(snapshotAt(1, 10))
    read(snapshotAt(2, 10))
    expect(known.overwritten()).to.deep.equal([snapshotAt(1, 20)])
    read(snapshotAt(1, 20))
    expect(known.overwritten()).to.deep.equal([])
  })

  it('does not name own snapshots that others have replaced', () => {
    known.announce(snapshotAt(1, 20))
    read(snapshotAt(1, 20))
    read(snapshotAt(1, 30, 'other'))
    read(snapshotAt(1, 10))
    expect(known.overwritten()).to.deep.equal([])
  })

  it('announces nothing older than what is known', () => {
    read(snapshotAt(1, 20))
    expect([19, 20, 21].map((position) => known.announce(snapshotAt(1, position)))).to.deep.equal([
      false,
      true,
      true,
    ])
  })

  it('forgets everything, and reports what it knew', () => {
    known.announce(snapshotAt(1, 20))
    read(snapshotAt(1, 20))
    read(snapshotAt(1, 10))
    known.replace(readRecord({ kind: 'owner', ...ownerOn(2, 'a') }))
    changed = []
    known.clear()
    expect([known.snapshot(1), known.owner(2), known.overwritten()]).to.deep.equal([null, null, []])
    expect(changed).to.have.members([1, 2])
    read(snapshotAt(1, 5))
    expect(known.snapshot(1)).to.deep.equal(snapshotAt(1, 5))
  })

  it('reports no change after the listener has gone', () => {
    const others: number[] = []
    const stop = known.onChange((shard) => void others.push(shard))
    read(snapshotAt(1, 10))
    stop()
    read(snapshotAt(1, 11))
    expect([others, changed]).to.deep.equal([[1], [1, 1]])
  })
})
