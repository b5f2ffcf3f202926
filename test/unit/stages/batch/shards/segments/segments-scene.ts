import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { unavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { resultLine } from '#stages/batch/result-line.ts'
import type { Command, Segment } from '#stages/batch/shards/commands.ts'
import type {
  NumberedSegment,
  SegmentPage,
  ShardStore,
  UnsavedLines,
} from '#stages/batch/shards/shard-store.ts'
import type { Shards } from '#stages/batch/shards/shards.ts'
import { page, result } from '#test/contract/frontier/batch-scene.ts'

/** The line of an item, whose id tells its shard: `<batch>.<shard><number>`. */
export function lineOf(batch: string, shard: number, n: number, value: unknown = 'x'): string {
  const url = 'http://x.example/'
  return resultLine(n, { ...page(url), batch, seq: shard * 1_000_000 + n }, 'metadata', result(url, value))
}

/** Result lines of one shard. */
export class FakeShard implements Pick<ShardStore, 'shard' | 'unsaved' | 'pendingLines' | 'forgetLines'> {
  readonly shard: number
  readonly ended = new Set<string>()
  readonly #lines = new Map<string, { lines: string[]; forgotten: number }>()

  constructor(shard: number) {
    this.shard = shard
  }

  /** Adds so many lines. */
  add(batch: string, count: number, value?: unknown): void {
    const part = this.#lines.get(batch) ?? { lines: [], forgotten: 0 }
    this.#lines.set(batch, part)
    for (let left = count; left > 0; left--)
      part.lines.push(lineOf(batch, this.shard, part.lines.length + 1, value))
  }

  /** The shard has nothing of the batch any more. */
  drop(batch: string): void {
    this.#lines.delete(batch)
  }

  unsaved(): UnsavedLines[] {
    return [...this.#lines.keys()].flatMap((batch) => {
      const bytes = Buffer.byteLength(this.#pending(batch).join(''))
      return bytes === 0 ? [] : [{ batch, bytes, isLast: this.ended.has(batch) }]
    })
  }

  pendingLines(batch: string, maxBytes: number) {
    const [longest, ...others] = this.#pending(batch)
    if (longest === undefined) return null
    const taken = [longest]
    let bytes = longest.length
    for (const line of others) {
      bytes += line.length
      if (bytes > maxBytes) break
      taken.push(line)
    }
    const first = (this.#lines.get(batch)?.forgotten ?? 0) + 1
    const lines = Buffer.from(taken.join(''))
    return { batch, first, count: taken.length, lines, isLast: this.ended.has(batch) }
  }

  async forgetLines(batch: string, last: number): Promise<void> {
    const part = this.#lines.get(batch)
    if (part) part.forgotten = Math.max(part.forgotten, last)
  }

  #pending(batch: string): string[] {
    const { lines, forgotten } = this.#lines.get(batch) ?? { lines: [], forgotten: 0 }
    return lines.slice(forgotten)
  }
}

/** The home of all batches. */
export class FakeHome implements Pick<Shards, 'send' | 'ask'> {
  /** Segments of the batches that exist. */
  readonly index = new Map<string, NumberedSegment[]>()
  readonly ended = new Set<string>()
  /** Batches whose home cannot be reached. */
  readonly away = new Set<string>()
  readonly #known = new Map<string, number>()

  async send(_: number, command: Command) {
    if (command.kind !== 'segment') throw new Error('no segment')
    const { segment } = command
    if (this.away.has(segment.batch)) throw unavailable('shards')
    const segments = this.index.get(segment.batch)
    if (segments) this.#add(segments, segment)
    return { position: 1, wasAdded: [], isKnown: segments !== undefined }
  }

  readonly ask: Shards['ask'] = async (_home, _question, ...given) => {
    const [id, after, limit] = given as unknown as Parameters<ShardStore['segments']>
    if (this.away.has(id)) throw unavailable('shards')
    return this.#page(id, after, limit) as never
  }

  #add(segments: NumberedSegment[], { batch, shard, first, count, object }: Segment): void {
    const key = `${batch} ${shard}`
    const known = this.#known.get(key) ?? 0
    if (first > known + 1) throw new Error('lines are missing')
    const skip = known + 1 - first
    if (skip >= count) return
    this.#known.set(key, known + count - skip)
    const before = segments.at(-1)
    const place = before === undefined ? 1 : before.first + before.count
    segments.push({ object, skip, first: place, count: count - skip })
  }

  #page(id: string, after: number, limit: number): SegmentPage | null {
    const all = this.index.get(id)
    if (all === undefined) return null
    const following = all.filter(({ first, count }) => first + count - 1 > after)
    const isLast = this.ended.has(id) && following.length <= limit
    return { segments: following.slice(0, limit), isLast }
  }
}

export interface Objects extends ObjectStore {
  readonly names: () => Promise<string[]>
}

/** An object store in a folder, anew for each test. */
export function objectsOfEachTest(): Objects {
  let folder = ''
  let store: ObjectStore
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-segments-'))
    store = folderObjectStore({ folder, expireDays: {} })
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    names: async () =>
      (await readdir(join(folder, 'results')).catch(() => [])).map((name) => `results/${name}`),
    put: (...given) => store.put(...given),
    get: (name) => store.get(name),
    stat: (name) => store.stat(name),
    open: (...given) => store.open(...given),
    remove: (name) => store.remove(name),
    ping: () => store.ping(),
    close: () => store.close(),
  }
}
