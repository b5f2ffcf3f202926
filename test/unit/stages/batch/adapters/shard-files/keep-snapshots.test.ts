import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import {
  keepSnapshots,
  type Snapshots,
  type SnapshotsOptions,
} from '#stages/batch/adapters/shard-files/keep-snapshots.ts'
import { eventually } from '#test/contract/eventually.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'

const NEVER_MS = 3_600_000
const GRACE_MS = 5000
/** So many commands that a last snapshot is worth it. */
const MANY = 1000

describe('keepSnapshots', () => {
  let position: number
  /** How often the position was looked at. */
  let looks: number
  /** The positions that were saved. */
  let saved: number[]
  let snapshots: Snapshots
  beforeEach(() => {
    position = 10
    looks = 0
    saved = []
  })
  afterEach(() => snapshots.stop(0))

  function keep(more: Partial<SnapshotsOptions> = {}): void {
    snapshots = keepSnapshots({
      shard: 3,
      position() {
        looks += 1
        return position
      },
      save: async () => void saved.push(position),
      intervalMs: 5,
      logger: silentLog,
      ...more,
    })
  }
  const someLooks = async () => {
    const before = looks
    await eventually(() => looks > before + 3)
  }

  it('stores a snapshot after each change, and none without', async () => {
    keep()
    await someLooks()
    expect(saved).to.deep.equal([])
    for (const next of [11, 12]) {
      position = next
      await eventually(() => saved.at(-1) === next)
      await someLooks()
    }
    expect(saved).to.deep.equal([11, 12])
  })

  it('stores what has changed while a snapshot was stored in the next one', async () => {
    keep({
      async save() {
        saved.push(position)
        if (saved.length === 1) position += 1
      },
    })
    position = 20
    await eventually(() => saved.length === 2)
    expect(saved).to.deep.equal([20, 21])
  })

  it('tries again after a failure, and reports others than that a service is unavailable', async () => {
    const { log, errors } = errorLog()
    const failures = [unavailable('object store'), new Error('of another kind')]
    keep({
      logger: log,
      async save() {
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        saved.push(position)
      },
    })
    position = 20
    await eventually(() => saved.length === 1)
    expect(errors.map((line) => JSON.parse(line).err.message)).to.deep.equal(['of another kind'])
  })

  describe('when it stops', () => {
    it('stores a last snapshot of many changes, not of few', async () => {
      keep({ intervalMs: NEVER_MS })
      position += 1
      await snapshots.stop(GRACE_MS)
      expect(saved).to.deep.equal([])
      position += MANY
      await snapshots.stop(GRACE_MS + 0.5)
      expect(saved).to.deep.equal([10 + 1 + MANY])
    })

    it('stores none without time for it', async () => {
      keep({ intervalMs: NEVER_MS })
      position += MANY
      await snapshots.stop(0)
      expect(saved).to.deep.equal([])
    })

    it('ends a regular snapshot under way before the last one', async () => {
      const signals: AbortSignal[] = []
      keep({
        async save(signal) {
          signals.push(signal)
          if (signals.length > 1) saved.push(position)
          else await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
      })
      position += MANY
      await eventually(() => signals.length === 1)
      await snapshots.stop(GRACE_MS)
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, false])
      expect(saved).to.deep.equal([10 + MANY])
    })

    it('gives the last snapshot up after the time for it, and a failed one', async () => {
      const { log, errors } = errorLog()
      const endless = (signal: AbortSignal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const saves = [endless, () => Promise.reject(new Error('of another kind'))]
      keep({ intervalMs: NEVER_MS, save: (signal) => (saves.shift() ?? endless)(signal), logger: log })
      position += MANY
      await snapshots.stop(20)
      expect(errors).to.deep.equal([])
      await snapshots.stop(GRACE_MS)
      expect(errors).to.have.length(1)
    })
  })
})
