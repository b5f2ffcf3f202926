import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type SqliteEventLog, sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { makeSuspectLimit } from '#shared/consumer/poison-pills/suspect-limit.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { text, value } from '../stage-fixture.ts'
import { requestOf, resultOf, runToyStage } from '../toy-stage.ts'

const HOUR_MS = 3_600_000
const INNOCENTS = 12
/** Far more than it takes: a stage that never gives up uses all of them. */
const MOST_STARTS = 12

/** The part of a process that runs the stage. It shares nothing with the next one but the log and the stores. */
interface StageProcess {
  readonly hasCrashed: boolean
  readonly consumer: Consumer
}

/** Once it has crashed, nothing that a process still does reaches an adapter, and no answer reaches the process. */
function lostAtCrash<Adapter extends object>(adapter: Adapter, hasCrashed: () => boolean): Adapter {
  const lost = () => new Promise(() => {})
  return new Proxy(adapter, {
    get: (target, name) => {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => (hasCrashed() ? lost() : method.apply(target, args))
    },
  })
}

describe('stage whose process crashes repeatedly', () => {
  const clock = driveClockInEachTest()
  let folder: string
  let database: Database
  let log: SqliteEventLog
  let objects: ObjectStore
  let ended: LogRecord[]
  beforeEach(async () => {
    ended = []
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-'))
    objects = folderObjectStore({ folder, expireDays: {} })
    database = openDatabase(':memory:')
    log = sqliteEventLog({ database })
    await log.createTopics(topicSpecs(HOUR_MS))
    await log.subscribe('watch', ['result.metadata', 'inspection.failed', 'dead-letter'], {
      assigned() {},
      received: (records) => void ended.push(...records),
    })
  })
  afterEach(async () => {
    await Promise.all([log.close(), objects.close()])
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Work on an id that begins with `poison` crashes the process, as a defect of native code would. */
  async function start(workMs = 1): Promise<StageProcess> {
    let isCrashed = false
    const hasCrashed = () => isCrashed
    const own = sqliteEventLog({
      database,
      onAppend: (records) => log.notice(records.map(({ topic }) => topic)),
    })
    const store = lostAtCrash(sqliteResultStore({ database }), hasCrashed)
    const adapters = { log: lostAtCrash(own, hasCrashed), store, objects }
    const handle: StageHandler['handle'] = async (work) => {
      if (work.event.id.startsWith('poison')) {
        isCrashed = true
        await own.close()
      }
      if (!isCrashed) await sleep(workMs)
      return isCrashed ? new Promise<never>(() => {}) : resultOf(work, '1')
    }
    const poisonPills = { store, maxCrashes: 3, settleMs: 0, suspectLimit: makeSuspectLimit() }
    const consumer = await runToyStage(adapters, handle, { poisonPills })
    return {
      consumer,
      get hasCrashed() {
        return isCrashed
      },
    }
  }
  const outcomes = () => new Set(ended.map((record) => text(record, 'ce_subject')))
  /** Starts the process again as often as it crashes, until all have ended; answers how often it crashed. */
  async function runUntil(count: number): Promise<number> {
    let crashes = 0
    while (crashes < MOST_STARTS) {
      const running = await start()
      await clock.until(() => running.hasCrashed || outcomes().size === count)
      if (!running.hasCrashed) return crashes
      crashes += 1
    }
    return crashes
  }

  for (const lane of ['interactive', 'batch'] as const) {
    it(`ends a request that crashes it three times as one failure, and the others with their results (${lane})`, async () => {
      const ids = Array.from({ length: INNOCENTS }, (_, index) => `one-${index}`)
      ids.splice(INNOCENTS / 2, 0, 'poison')
      await log.append(ids.map((id) => requestOf(id, lane)))
      expect(await runUntil(ids.length)).to.equal(3)
      const failed = ended.filter(({ topic }) => topic === 'inspection.failed')
      expect(failed.map((record) => text(record, 'ce_subject'))).to.deep.equal(['poison'])
      expect(value(failed[0]).code).to.equal('INTERNAL_ERROR')
      expect(ended.filter(({ topic }) => topic === 'dead-letter')).to.deep.equal([])
    })
  }

  it('does not count an orderly shutdown', async () => {
    await log.append([requestOf('one', 'batch')])
    for (let stop = 0; stop < 4; stop++) {
      const { consumer } = await start(HOUR_MS)
      await clock.until(() => consumer.usage('batch').running === 1)
      await clock.run(consumer.drain(0))
    }
    await start()
    await clock.until(() => outcomes().size === 1)
    expect(ended.map(({ topic }) => topic)).to.deep.equal(['result.metadata'])
  })
})
