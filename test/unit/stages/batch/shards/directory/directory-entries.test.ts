import { expect } from 'chai'
import {
  type DirectoryEntry,
  directoryRecord,
  readDirectoryRecord,
} from '#stages/batch/shards/directory/directory-entries.ts'
import { ownerOn, readRecord, snapshotAt } from './directory-scene.ts'

const snapshot: DirectoryEntry = { kind: 'snapshot', ...snapshotAt(3, 100) }
const owner: DirectoryEntry = { kind: 'owner', ...ownerOn(3, 'b.example') }

describe('records of the directory', () => {
  for (const entry of [snapshot, owner, { ...owner, address: '[::1]:80' }, { ...owner, address: null }]) {
    it(`are read as they were written: ${JSON.stringify(entry)}`, () => {
      expect(readDirectoryRecord(readRecord(entry))).to.deep.equal(entry)
    })
  }

  it('have a key for each kind and shard, and the same one for later entries', () => {
    const keyOf = (entry: DirectoryEntry) => directoryRecord(entry).key
    const keys = [snapshot, owner, { ...snapshot, shard: 4 }, { ...owner, shard: 4 }].map(keyOf)
    expect(new Set(keys).size).to.equal(4)
    expect(keyOf({ ...snapshot, position: 101, object: 'frontier/other' })).to.equal(keys[0])
    expect(keyOf({ ...owner, instance: 'other' })).to.equal(keys[1])
  })

  it('have what a later version adds ignored', () => {
    const { key } = readRecord(owner)
    const value = Buffer.from(JSON.stringify({ ...owner, more: 1 }))
    expect(readDirectoryRecord({ key, value })).to.deep.equal(owner)
  })

  const wrong: unknown[] = [
    null,
    [],
    'text',
    {},
    { ...snapshot, kind: 'other' },
    { ...snapshot, shard: -1 },
    { ...snapshot, shard: 0.5 },
    { ...snapshot, shard: '3' },
    { ...snapshot, position: -1 },
    { ...snapshot, position: 2 ** 60 },
    { ...snapshot, bytes: undefined },
    { ...snapshot, version: null },
    { ...snapshot, object: '../secret' },
    { ...snapshot, object: 'bodies/3' },
    { ...snapshot, object: 'frontier/..' },
    { ...snapshot, object: `frontier/${'x'.repeat(151)}` },
    { ...owner, address: 'no-port' },
    { ...owner, address: undefined },
    { ...owner, address: 'b.example/path:80' },
    { ...owner, address: `${'x'.repeat(256)}:80` },
    { ...owner, instance: '' },
    { ...owner, instance: 'two words' },
  ]
  for (const value of wrong) {
    it(`cannot be read with a value ${JSON.stringify(value)?.slice(0, 120)}`, () => {
      const { key } = readRecord((value as DirectoryEntry | null)?.kind === 'owner' ? owner : snapshot)
      expect(readDirectoryRecord({ key, value: Buffer.from(JSON.stringify(value)) })).to.equal(null)
    })
  }

  it('cannot be read without JSON, without a value, or with another key', () => {
    const { key, value } = readRecord(snapshot)
    expect(readDirectoryRecord({ key, value: Buffer.from('{"kind":"snap') })).to.equal(null)
    expect(readDirectoryRecord({ key, value: Buffer.from([0xff, 0, 1]) })).to.equal(null)
    expect(readDirectoryRecord({ key, value: null })).to.equal(null)
    expect(readDirectoryRecord({ key: null, value })).to.equal(null)
    expect(readDirectoryRecord({ key: Buffer.from('snapshot/4'), value })).to.equal(null)
    expect(readDirectoryRecord({ key: readRecord(owner).key, value })).to.equal(null)
  })

  it('are not made of what nobody could read', () => {
    expect(() => directoryRecord({ ...snapshot, object: 'elsewhere/1' })).to.throw()
    expect(() => directoryRecord({ ...owner, address: '' })).to.throw()
  })
})
