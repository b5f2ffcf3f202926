import type { BatchCounts } from '#shared/ports/batches.ts'
import type { Discover, Dispatch, Frontier } from '#stages/batch/frontier/frontier.ts'
import type { ReadsResults } from './batch-scene.ts'

/** What the parts of the contract set. */
export interface FrontierOptions {
  readonly discover: Discover
  /** The most items in flight, of all batches together. */
  readonly window: number
  /** The most items in flight of one queue of a batch. */
  readonly perHost: number
  /** Milliseconds from the first dispatch of an item to its next one, if it is not completed before. */
  readonly leaseMs: number
  /** How long a finished batch is kept, in milliseconds. */
  readonly retentionMs: number
  /** Returns the name of the queue that a URL waits in. Absent: the URL's host. */
  readonly queueOf?: (url: string) => string
  /** Returns a value from the object store. Null when it is not stored any more. */
  readonly readValue: (dataref: string) => Promise<string | null>
}

/** A frontier under test, with the results of its batches. */
export interface FrontierFixture extends ReadsResults {
  readonly frontier: Frontier
  /** Lets so many milliseconds pass for the frontier, at once. */
  pass(ms: number): Promise<void>
  /** Ends the frontier and opens it again on the same state, as the next process does. Time that passed stays. */
  reopen(options: FrontierOptions): Promise<FrontierFixture>
  /** Ends the frontier and removes its state. */
  close(): Promise<void>
}

/** Opens a frontier without any batch. */
export type OpenFrontier = (options: FrontierOptions) => Promise<FrontierFixture>

export const LEASE_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Options that most tests take. */
export const frontierOptions: FrontierOptions = {
  discover: () => ({ items: [], done: [] }),
  window: 1000,
  perHost: 2,
  leaseMs: LEASE_MS,
  retentionMs: 30 * DAY_MS,
  readValue: async () => null,
}

/** The frontier of the test that runs. */
export interface FrontierScene extends ReadsResults {
  readonly frontier: Frontier
  counts(id: string): Promise<BatchCounts | undefined>
  pass(ms: number): Promise<void>
  /** Takes up to `limit` items, all of which are appended to the log. */
  dispatch(limit: number): Promise<Dispatch[]>
  /** Opens the frontier again, with these options. */
  reopen(changed?: Partial<FrontierOptions>): Promise<void>
}

/** A frontier for each test of the enclosing `describe`. */
export function frontierOfEachTest(open: OpenFrontier): FrontierScene {
  let fixture: FrontierFixture | undefined
  const opened = () => fixture as FrontierFixture
  beforeEach(async () => {
    fixture = await open(frontierOptions)
  })
  afterEach(async () => {
    const last = fixture
    fixture = undefined
    await last?.close()
  })
  return {
    get frontier() {
      return opened().frontier
    },
    readResults: (id, reading) => opened().readResults(id, reading),
    counts: async (id) => (await opened().frontier.status(id))?.counts,
    pass: (ms) => opened().pass(ms),
    async dispatch(limit) {
      const { taking, dispatches } = await opened().frontier.dispatch(limit)
      if (taking !== null) await opened().frontier.appended(taking)
      return dispatches
    },
    async reopen(changed = {}) {
      fixture = await opened().reopen({ ...frontierOptions, ...changed })
    },
  }
}
