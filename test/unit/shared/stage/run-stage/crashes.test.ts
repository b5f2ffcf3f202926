import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { type SqliteEventLog, sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { eventually } from '#test/contract/eventually.ts'
import { text, value } from '../stage-fixture.ts'
import { requestOf } from '../toy-stage.ts'

const HOUR_MS = 3_600_000
const INNOCENTS = 12
/** A busy machine takes seconds to start a process. */
const LIMIT_MS = 90_000
/** Far more than it takes: a stage that never gives up uses all of them. */
const MOST_STARTS = 12

describe('stage whose process crashes repeatedly', function () {
  this.timeout(2 * LIMIT_MS)
  let folder: string
  let database: Database
  let log: SqliteEventLog
  let child: ChildProcess | null
  const ended: LogRecord[] = []
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-'))
    database = openDatabase(join(folder, 'log.db'))
    log = sqliteEventLog({ database, externalCheckMs: 10 })
    await log.createTopics(topicSpecs({ workMs: HOUR_MS, eventMs: HOUR_MS }))
    ended.length = 0
    const receiver = {
      assigned() {},
      received: (records: readonly LogRecord[]) => void ended.push(...records),
    }
    await log.subscribe('watch', ['result.metadata', 'inspection.failed', 'dead-letter'], receiver)
  })
  afterEach(async () => {
    child?.kill('SIGKILL')
    await log.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(workMs = 0): Promise<ChildProcess> {
    const file = join(import.meta.dirname, 'crashing-stage.ts')
    const args = [file, join(folder, 'log.db'), join(folder, 'objects'), String(workMs)]
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    return child
  }
  const outcomes = () => new Set(ended.map((record) => text(record, 'ce_subject')))
  /** Restarts the process as often as it ends, until all have ended. */
  async function runUntil(count: number): Promise<number> {
    let ends = 0
    while (ends < MOST_STARTS) {
      const running = await start()
      const hasExited = () => running.exitCode !== null || running.signalCode !== null
      await eventually(() => hasExited() || outcomes().size === count, LIMIT_MS)
      if (outcomes().size === count) return ends
      ends += 1
    }
    return ends
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
      const running = await start(HOUR_MS)
      await once(running.stdout as NonNullable<ChildProcess['stdout']>, 'data')
      await new Promise((resolve) => setTimeout(resolve, 300))
      running.kill('SIGTERM')
      expect(await once(running, 'exit')).to.deep.equal([0, null])
    }
    await start()
    await eventually(() => outcomes().size === 1, LIMIT_MS)
    expect(ended.map(({ topic }) => topic)).to.deep.equal(['result.metadata'])
  })
})
