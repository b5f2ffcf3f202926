import type { Dispatch, Frontier } from '#stages/batch/frontier/frontier.ts'
import type { SiteStore } from '#stages/batch/site/finish/site-store.ts'
import type { ReadsResults } from '../batch-scene.ts'
import { type FrontierOptions, frontierOptions } from '../frontier-fixture.ts'

/** What a batch part has of the database that it shares with others. */
export interface FrontierPart extends ReadsResults {
  readonly frontier: Frontier
  readonly sites: SiteStore
}

/** Several batch parts on one database without any batch, each with connections of its own. */
export interface PartsFixture {
  readonly parts: readonly FrontierPart[]
  /** Lets so many milliseconds pass for the database, at once. */
  pass(ms: number): Promise<void>
  /** Ends the parts, and removes the database. */
  close(): Promise<void>
}

/** Opens so many parts. */
export type OpenParts = (count: number, options: FrontierOptions) => Promise<PartsFixture>

/** Three parts of the test that runs. */
export interface PartsScene {
  readonly first: FrontierPart
  readonly second: FrontierPart
  readonly third: FrontierPart
  readonly all: readonly FrontierPart[]
  pass(ms: number): Promise<void>
  /** Opens a new database, with these options. */
  open(changed: Partial<FrontierOptions>): Promise<void>
}

/** Three parts for each test of the enclosing `describe`. */
export function partsOfEachTest(open: OpenParts): PartsScene {
  let fixture: PartsFixture | undefined
  const part = (at: number) => (fixture as PartsFixture).parts[at] as FrontierPart
  const close = async () => {
    const last = fixture
    fixture = undefined
    await last?.close()
  }
  beforeEach(async () => {
    fixture = await open(3, frontierOptions)
  })
  afterEach(close)
  return {
    get first() {
      return part(0)
    },
    get second() {
      return part(1)
    },
    get third() {
      return part(2)
    },
    get all() {
      return (fixture as PartsFixture).parts
    },
    pass: (ms) => (fixture as PartsFixture).pass(ms),
    async open(changed) {
      await close()
      fixture = await open(3, { ...frontierOptions, ...changed })
    },
  }
}

/** Takes up to `limit` items, all of which are appended to the log. */
export async function dispatchBy({ frontier }: FrontierPart, limit: number): Promise<Dispatch[]> {
  const { taking, dispatches } = await frontier.dispatch(limit)
  if (taking !== null) await frontier.appended(taking)
  return [...dispatches]
}

/** Takes what is ready, by the parts in turn at the same time, until nothing is left. One list for each part. */
export async function dispatchAll(parts: readonly FrontierPart[], limit: number): Promise<Dispatch[][]> {
  const given = parts.map((): Dispatch[] => [])
  for (;;) {
    const round = await Promise.all(parts.map((part) => dispatchBy(part, limit)))
    for (const [at, some] of round.entries()) given[at]?.push(...some)
    if (round.every((some) => some.length === 0)) return given
  }
}
