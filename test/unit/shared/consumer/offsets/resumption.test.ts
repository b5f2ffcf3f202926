import { expect } from 'chai'
import type { LogChange } from '#shared/consumer/offsets/log-change.ts'
import { encodeCompletedOffsets } from '#shared/consumer/offsets/offset-metadata.ts'
import { PartitionProgress } from '#shared/consumer/offsets/partition-progress.ts'
import { type KnownProgress, resume } from '#shared/consumer/offsets/resumption.ts'
import type { PartitionBounds } from '#shared/ports/event-log.ts'

const place = { topic: 't', partition: 0 }
/** 10 is committed; 12, 13 and 17 are finished beyond it. */
const map = encodeCompletedOffsets(10, [
  { start: 12, end: 14 },
  { start: 17, end: 18 },
])
const commit = { log: 'A', offset: 10, metadata: map }

interface Case extends Pick<PartitionBounds, 'committedTo' | 'givenTo'> {
  readonly log?: string
  readonly oldest?: number
  readonly end: number
  readonly committed?: PartitionBounds['committed']
  /** Where the adapter says that the group goes on. */
  readonly at: number
}

function resumed(
  known: KnownProgress | null,
  { log = 'A', oldest = 0, end, committed = commit, at, ...cuts }: Case,
) {
  const holds = committed !== null && committed.offset === at && committed.log === log
  const position = { ...place, offset: at, metadata: holds ? committed.metadata : '' }
  return resume(known, position, { ...place, log, oldest, end, committed, ...cuts })
}

/** Which of the records are begun: neither finished nor running. */
function begun(progress: PartitionProgress, from: number, to: number): number[] {
  const offsets = Array.from({ length: to - from }, (_, n) => from + n)
  return offsets.filter((offset) => progress.begin(offset))
}

function gist(change: LogChange | null) {
  return change && [change.cause, change.from, change.to, { lost: change.lost, replayed: change.replayed }]
}

describe('resume', () => {
  it('starts the records that the commit does not contain', () => {
    const { progress, change } = resumed(null, { end: 20, at: 10 })
    expect(change).to.equal(null)
    expect(begun(progress, 10, 20)).to.deep.equal([10, 11, 14, 15, 16, 18, 19])
  })

  it('counts the unfinished records that retention removed, and keeps the ranges above', () => {
    const { progress, change } = resumed(null, { oldest: 15, end: 20, at: 15 })
    // 10, 11 and 14 are gone unread; 12 and 13 were finished.
    expect(gist(change)).to.deep.equal(['retention', 10, 15, { lost: 3, replayed: 0 }])
    expect(progress.position().offset).to.equal(15)
    expect(begun(progress, 15, 20)).to.deep.equal([15, 16, 18, 19])
  })

  it('reports no change when all removed records were finished', () => {
    const { change } = resumed(null, {
      end: 20,
      oldest: 14,
      committed: { ...commit, offset: 14, metadata: '' },
      at: 14,
    })
    expect(change).to.equal(null)
  })

  it('does not count running records as lost', () => {
    const progress = new PartitionProgress()
    progress.resume(10, '')
    expect(begun(progress, 10, 13)).to.have.length(3)
    const { change } = resumed({ log: 'A', progress }, { oldest: 15, end: 20, at: 15, committed: null })
    expect(gist(change)).to.deep.equal(['retention', 10, 15, { lost: 2, replayed: 0 }])
  })

  it('counts no record as lost for a group that never committed', () => {
    const { progress, change } = resumed(null, { oldest: 15, end: 20, committed: null, at: 15 })
    expect(change).to.equal(null)
    expect(begun(progress, 15, 20)).to.have.length(5)
  })

  it('starts the records after a truncation again, also when only finished ranges exceed it', () => {
    const short = resumed(null, { end: 13, at: 10 })
    // 12 holds; 13 and 17 are other records now.
    expect(gist(short.change)).to.deep.equal(['truncated', 18, 13, { lost: 0, replayed: 2 }])
    expect(begun(short.progress, 10, 20)).to.deep.equal([10, 11, 13, 14, 15, 16, 17, 18, 19])
    const shorter = resumed(null, { end: 8, at: 8 })
    expect(gist(shorter.change)).to.deep.equal(['truncated', 18, 8, { lost: 0, replayed: 5 }])
    expect(begun(shorter.progress, 8, 20)).to.have.length(12)
  })

  it('detects a truncation also when the log has grown beyond the known offsets since', () => {
    const { progress, change } = resumed(null, { end: 50, committedTo: 13, at: 10 })
    expect(gist(change)).to.deep.equal(['truncated', 18, 13, { lost: 0, replayed: 2 }])
    expect(begun(progress, 10, 20)).to.deep.equal([10, 11, 13, 14, 15, 16, 17, 18, 19])
  })

  it('cuts its own progress at the truncation, but not a later commit of another member', () => {
    const progress = new PartitionProgress()
    progress.resume(30, '')
    // This member read up to 30; the log was cut at 25; another member read on from there, up to 40.
    const committed = { log: 'A', offset: 28, metadata: encodeCompletedOffsets(28, [{ start: 35, end: 40 }]) }
    const again = resumed({ log: 'A', progress }, { end: 50, committed, at: 28, givenTo: 25 })
    expect(gist(again.change)).to.deep.equal(['truncated', 30, 25, { lost: 0, replayed: 5 }])
    const unfinished = [28, 29, 30, 31, 32, 33, 34, 40, 41]
    expect(begun(again.progress, 28, 42)).to.deep.equal(unfinished)
  })

  it('skips no record of a recreated topic that has grown beyond the old position', () => {
    const { progress, log, change } = resumed(null, { log: 'B', end: 50, at: 0 })
    expect(log).to.equal('B')
    expect(gist(change)).to.deep.equal(['recreated', 10, 0, { lost: 0, replayed: 13 }])
    expect(begun(progress, 0, 50)).to.have.length(50)
  })

  it('reports a recreated topic to a live member, and drops the progress of the old one', () => {
    const progress = new PartitionProgress()
    progress.resume(30, '')
    const known = { log: 'A', progress }
    const again = resumed(known, { log: 'B', end: 50, at: 0, committed: { ...commit, offset: 30 } })
    expect(gist(again.change)).to.deep.equal(['recreated', 30, 0, { lost: 0, replayed: 30 }])
    expect(again.progress).to.not.equal(progress)
    expect(begun(again.progress, 0, 50)).to.have.length(50)
  })

  it('continues at the commit of another member in the new log', () => {
    const progress = new PartitionProgress()
    progress.resume(30, '')
    const committed = { log: 'B', offset: 20, metadata: '' }
    const { progress: next } = resumed({ log: 'A', progress }, { log: 'B', end: 50, at: 20, committed })
    expect(begun(next, 20, 50)).to.have.length(30)
    expect(next.position().offset).to.equal(20)
  })

  it('ignores a stale commit of the old log once it knows the new one', () => {
    const progress = new PartitionProgress()
    progress.resume(5, '')
    const stale = { log: 'A', offset: 40, metadata: '' }
    const again = resumed({ log: 'B', progress }, { log: 'B', end: 50, at: 0, committed: stale })
    expect(again.change).to.equal(null)
    expect(begun(again.progress, 0, 50)).to.have.length(45)
  })

  it('treats a shorter log as a new one where log ids are unknown', () => {
    const committed = { log: '', offset: 10, metadata: '' }
    const { progress, change } = resumed(null, { log: '', end: 6, at: 0, committed })
    expect(gist(change)).to.deep.equal(['recreated', 10, 0, { lost: 0, replayed: 10 }])
    expect(begun(progress, 0, 6)).to.have.length(6)
  })

  it('keeps its finished records beyond the commit when nothing has changed', () => {
    const progress = new PartitionProgress()
    progress.resume(10, map)
    expect(begun(progress, 10, 20)).to.have.length(7)
    for (const offset of [10, 11, 14]) progress.finish(offset)
    const again = resumed({ log: 'A', progress }, { end: 20, at: 10 })
    expect([again.progress, again.change]).to.deep.equal([progress, null])
    // What runs is not begun again.
    expect(begun(progress, 10, 20)).to.deep.equal([])
    expect(progress.position().offset).to.equal(15)
  })
})
