import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { runCommand } from '#infra/services/command.ts'
import { startPostgres } from '#infra/services/postgres.ts'
import type { RunningService } from '#infra/services/service.ts'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { expectWholeResults, resumedAfterMs, untilDone } from '#test/support/faults/batch-progress.ts'
import { type InstantStage, startInstantStage } from '#test/support/faults/instant-stage.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { API_KEY, endAllServices } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { skipLoudly } from '#test/support/skips.ts'

const URLS = 20_000
const HOSTS = 400
const DISK_MIB = 384
const FULL_MS = 20_000
const MOST_ANSWER_MS = 2000
const MOST_RESUMED_MS = 10_000
const MIB = 1024 * 1024
/** The log of the server's changes is kept as short as it can be: the disk is small. */
const SETTINGS = { wal_keep_size: '0', max_wal_size: '64MB', min_wal_size: '32MB', checkpoint_timeout: '30s' }

describe('PostgreSQL whose disk is full, with Kafka, Redis and MinIO', function () {
  this.timeout(580_000)
  const services = [sharedKafka(), ownRedis(), sharedMinio()]
  let disk: string
  let postgres: RunningService
  let stage: InstantStage
  let service: BatchParts
  before(async function () {
    disk = mkdtempSync(join(tmpdir(), 'pageprobe-disk-'))
    await startOnSmallDisk().catch((error) =>
      skipLoudly(this, `no PostgreSQL on a small disk: ${error.message}`),
    )
    const env = Object.assign({}, ...services.map((one) => one.env), postgres.env)
    service = await openBatchParts({ env, count: 3 })
    stage = await startInstantStage(env)
  })
  after(async () => {
    await service?.close()
    await stage?.stop()
    await endAllServices()
    await postgres?.kill()
    await runCommand('umount', ['--lazy', disk]).catch(() => undefined)
    rmSync(disk, { recursive: true, force: true })
  })

  /** The folders of servers are made where TMPDIR says. */
  async function startOnSmallDisk(): Promise<void> {
    await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=1777`, 'tmpfs', disk])
    const { TMPDIR } = process.env
    process.env.TMPDIR = disk
    try {
      postgres = await startPostgres(SETTINGS)
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
  }

  const ballast = () => join(disk, 'ballast')

  /** Takes what is left of the disk, again and again: the server gives some of it free. */
  async function fillFor(ms: number): Promise<void> {
    const file = await open(ballast(), 'w')
    const until = performance.now() + ms
    try {
      while (performance.now() < until) {
        for (const bytes of [MIB, 4096])
          while (await file.write(Buffer.alloc(bytes)).then(isWhole(bytes), isFull));
        await sleep(100)
      }
    } finally {
      await file.close()
    }
  }

  async function submitMore(): Promise<{ readonly status: number; readonly ms: number }> {
    const began = performance.now()
    const { status } = await fetch(`${service.url}/batches?operation=metadata`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/x-ndjson' },
      body: Array.from({ length: 2000 }, (_, at) => `http://more.example/${at}\n`).join(''),
    })
    return { status, ms: performance.now() - began }
  }

  it('refuses new batches meanwhile, loses no URL and no line, and the batch goes on with the disk', async () => {
    const urls = Array.from({ length: URLS }, (_, at) => `http://h${at % HOSTS}.example/${at}`)
    const { id } = await service.batches.submit(urls)
    await untilDone(service.batches, id, URLS / 4)
    const filling = fillFor(FULL_MS)
    await sleep(FULL_MS / 2)
    const refused = await submitMore()
    await filling
    const before = await service.batches.status(id).catch(() => null)
    await rm(ballast())
    // Without room for its log, the server ends.
    await postgres.start().catch(() => undefined)
    const recoveredMs = before === null ? null : await resumedAfterMs(service.batches, id, before)
    const { state, counts } = await service.batches.untilEnded(id)
    reportFault({
      fault: 'the disk of PostgreSQL full for 20 s',
      accepted: URLS,
      lost: URLS - counts.done,
      wrong: refused.status === 503 ? 0 : 1,
      repeated: stage.repeated(),
      recoveredMs,
    })
    expect(refused.status).to.equal(503)
    expect(refused.ms).to.be.below(MOST_ANSWER_MS)
    expect({ state, ...counts }).to.include({ state: 'finished', accepted: URLS, done: URLS, failed: 0 })
    const lines = await expectWholeResults(service.batches, id, urls)
    expect(lines.filter((line) => stage.requests.get(line.id) !== line.url)).to.deep.equal([])
    if (recoveredMs !== null) expect(recoveredMs).to.be.below(MOST_RESUMED_MS)
  })
})

const isWhole =
  (bytes: number) =>
  ({ bytesWritten }: { readonly bytesWritten: number }): boolean =>
    bytesWritten === bytes

/** Other errors than a full disk are errors of the test. */
function isFull(error: NodeJS.ErrnoException): boolean {
  if (error.code !== 'ENOSPC') throw error
  return false
}
