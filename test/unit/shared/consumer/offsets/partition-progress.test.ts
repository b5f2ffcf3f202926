import { expect } from 'chai'
import { encodeCompletedOffsets } from '#shared/consumer/offsets/offset-metadata.ts'
import { PartitionProgress } from '#shared/consumer/offsets/partition-progress.ts'
import { type Random, seeded } from '../random.ts'

interface Commit {
  readonly offset: number
  readonly metadata: string
  /** What the process that committed knew to be done. */
  readonly done: ReadonlySet<number>
}

/** A partition, a group's place in it, and what is truly done: kept by the test, so that it can judge. */
class World {
  readonly records: number[]
  readonly done = new Set<number>()
  committed: Commit

  /** Offsets count up with gaps, as after compaction or with transaction markers. */
  constructor(random: Random, count: number) {
    let at = random.below(5)
    this.records = Array.from(
      { length: count },
      () => (at += random.below(3) === 0 ? 1 + random.below(6) : 1),
    )
    this.committed = { offset: this.records[0] ?? 0, metadata: '', done: new Set() }
  }

  take({ offset, metadata }: { offset: number; metadata: string }, known: ReadonlySet<number>): void {
    const lost = this.records.filter((one) => one < offset && !this.done.has(one))
    expect(lost, `commit ${offset} passes unfinished records`).to.deep.equal([])
    this.committed = { offset, metadata, done: new Set(known) }
  }
}

/** A process that owns the partition: what it was handed, what runs in it. */
class Member {
  readonly #world: World
  readonly #progress: PartitionProgress = new PartitionProgress()
  readonly running = new Set<number>()
  /** What it began since it lives; all the same it may have to begin again what it gave up. */
  readonly #known = new Set<number>()
  /** What it finished, and what the commits it started from knew. */
  readonly #finished = new Set<number>()
  begun = 0
  #next = 0

  constructor(world: World) {
    this.#world = world
    this.assigned()
  }

  assigned(): void {
    const { offset, metadata, done } = this.#world.committed
    for (const one of done) this.#finished.add(one)
    this.#progress.resume(offset, metadata)
    this.#next = this.#world.records.findIndex((one) => one >= offset)
    if (this.#next < 0) this.#next = this.#world.records.length
  }

  receive(count: number): void {
    for (const offset of this.#world.records.slice(this.#next, this.#next + count)) this.#begin(offset)
    this.#next = Math.min(this.#next + count, this.#world.records.length)
  }

  #begin(offset: number): void {
    if (!this.#progress.begin(offset)) return
    expect(this.#known.has(offset), `${offset} is begun twice by one process`).to.equal(false)
    expect(this.#finished.has(offset), `${offset} is begun, though a commit knew it`).to.equal(false)
    this.#known.add(offset)
    this.running.add(offset)
    this.begun += 1
  }

  finish(offset: number): void {
    this.running.delete(offset)
    this.#world.done.add(offset)
    this.#finished.add(offset)
    this.#progress.finish(offset)
  }

  /** Gives up what was not started in earnest. */
  abandon(offset: number): void {
    this.running.delete(offset)
    this.#known.delete(offset)
    this.#progress.withdraw(offset)
  }

  commit(): void {
    this.#world.take(this.#progress.position(), this.#finished)
  }

  finishAll(): void {
    this.receive(Number.POSITIVE_INFINITY)
    for (const offset of [...this.running]) this.finish(offset)
    this.commit()
  }

  remembered(): number {
    return this.#progress.trackedCount()
  }
}

function act(random: Random, member: Member): void {
  const choice = random.below(10)
  if (choice < 4) member.receive(1 + random.below(8))
  else if (choice < 8) finishOne(random, member)
  else member.commit()
}

function finishOne(random: Random, member: Member): void {
  const running = [...member.running]
  if (running.length > 0) member.finish(random.pick(running))
}

function abandonSome(random: Random, member: Member): void {
  for (const offset of [...member.running]) if (random.below(2) === 0) member.abandon(offset)
}

function expectAllDone(world: World, member: Member): void {
  member.finishAll()
  expect(world.records.filter((one) => !world.done.has(one))).to.deep.equal([])
  expect(world.committed).to.deep.include({ offset: (world.records.at(-1) ?? 0) + 1, metadata: '' })
  expect(member.remembered()).to.equal(0)
}

const RUNS = 60

describe('PartitionProgress', () => {
  it('commits finished records only, and in the end all, in any order of completion', () => {
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = seeded(seed)
      const world = new World(random, 60)
      const member = new Member(world)
      for (let step = 0; step < 150; step++) act(random, member)
      expectAllDone(world, member)
      expect(member.begun, `seed ${seed}`).to.equal(60)
    }
  })

  it('loses no record at a crash, and repeats none that the last commit contains', () => {
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = seeded(seed)
      const world = new World(random, 60)
      let member = new Member(world)
      for (let step = 0; step < 200; step++) {
        act(random, member)
        if (random.below(12) === 0) member = new Member(world)
      }
      expectAllDone(world, member)
    }
  })

  it('starts no record twice when records arrive again after a rejoin', () => {
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = seeded(seed)
      const world = new World(random, 60)
      const member = new Member(world)
      for (let step = 0; step < 200; step++) {
        act(random, member)
        if (random.below(15) === 0) member.assigned()
      }
      expectAllDone(world, member)
      expect(member.begun, `seed ${seed}`).to.equal(60)
    }
  })

  it('loses no record when the partition moves to another process and back', () => {
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = seeded(seed)
      const world = new World(random, 60)
      let [owner, other] = [new Member(world), new Member(world)]
      for (let step = 0; step < 300; step++) {
        act(random, owner)
        finishOne(random, other)
        if (random.below(20) > 0) continue
        abandonSome(random, owner)
        ;[owner, other] = [other, owner]
        owner.assigned()
      }
      expectAllDone(world, owner)
    }
  })

  it('counts a gap as finished once a record beyond it arrived', () => {
    const progress = new PartitionProgress()
    progress.resume(5, '')
    for (const offset of [5, 9]) progress.begin(offset)
    progress.finish(5)
    expect(progress.position().offset).to.be.within(6, 9)
    progress.finish(9)
    expect(progress.position()).to.deep.equal({ offset: 10, metadata: '' })
  })

  it('stays at a slow record and tracks the finished records beyond it', () => {
    const world = new World(seeded(1), 30)
    const member = new Member(world)
    member.receive(30)
    const [slow = 0, ...rest] = [...member.running]
    for (const offset of rest) member.finish(offset)
    member.commit()
    expect(world.committed.offset).to.be.at.most(slow)
    expect(member.remembered()).to.be.at.most(30)
    const successor = new Member(world)
    successor.receive(30)
    expect([...successor.running]).to.deep.equal([slow])
  })

  it('tracks a slow record and all records beyond it as two entries', () => {
    const progress = new PartitionProgress()
    progress.resume(0, '')
    for (let offset = 0; offset < 100_000; offset++) progress.begin(offset)
    for (let offset = 99_999; offset > 0; offset--) progress.finish(offset)
    expect(progress.trackedCount()).to.equal(2)
    const successor = new PartitionProgress()
    const { offset, metadata } = progress.position()
    successor.resume(offset, metadata)
    expect([0, 1, 99_999, 100_000].map((one) => successor.begin(one))).to.deep.equal([
      true,
      false,
      false,
      true,
    ])
  })

  it('prefers the commit of the group to its own older progress', () => {
    const progress = new PartitionProgress()
    progress.resume(0, '')
    for (const offset of [0, 1, 2]) progress.begin(offset)
    progress.resume(3, '')
    for (const offset of [0, 1, 2]) progress.finish(offset)
    expect(progress.position()).to.deep.equal({ offset: 3, metadata: '' })
    expect(progress.begin(2)).to.equal(false)
    expect(progress.begin(3)).to.equal(true)
  })

  it('keeps its own newer progress when the last commit was refused', () => {
    const progress = new PartitionProgress()
    progress.resume(0, '')
    for (const offset of [0, 1]) progress.begin(offset)
    for (const offset of [0, 1]) progress.finish(offset)
    progress.resume(0, '')
    expect([0, 1].map((offset) => progress.begin(offset))).to.deep.equal([false, false])
    expect(progress.position()).to.deep.equal({ offset: 2, metadata: '' })
  })

  it('does not pass a withdrawn record, and starts it when it arrives again', () => {
    const progress = new PartitionProgress()
    progress.resume(0, '')
    for (const offset of [0, 1]) progress.begin(offset)
    progress.withdraw(0)
    progress.finish(1)
    expect(progress.position().offset).to.equal(0)
    expect(progress.begin(0)).to.equal(true)
    progress.finish(0)
    expect(progress.position().offset).to.equal(2)
  })

  it('joins the finished offsets that begin where a later commit ends', () => {
    const progress = new PartitionProgress()
    progress.resume(10, encodeCompletedOffsets(10, [{ start: 12, end: 14 }]))
    progress.resume(12, '')
    expect(progress.position()).to.deep.equal({ offset: 14, metadata: '' })
    expect(progress.trackedCount()).to.equal(0)
  })

  it('passes no offset that has not arrived, although the ones beyond are finished', () => {
    const progress = new PartitionProgress()
    progress.resume(10, encodeCompletedOffsets(10, [{ start: 12, end: 14 }]))
    progress.begin(10)
    progress.finish(10)
    expect(progress.position().offset).to.equal(11)
    expect([11, 12, 13, 14].map((offset) => progress.begin(offset))).to.deep.equal([true, false, false, true])
  })
})
