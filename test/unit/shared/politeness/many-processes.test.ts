import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { entriesTable } from '#shared/adapters/sqlite/store/entries-table.ts'
import { eventually } from '#test/contract/eventually.ts'

const PROCESSES = 4
const DELAY_MS = 40
const ANSWER_MS = 15

/** Made beforehand: processes that all make the same file may find it locked. */
function makeStore(path: string): void {
  const database = openDatabase(path)
  entriesTable(database.db)
  database.close()
}

/** Judged at the server's side: what a host sees of four processes that visit it. */
describe('host permits of four processes', function () {
  this.timeout(40_000)
  let folder: string
  let server: Server
  let visitors: ChildProcess[]
  /** Requests that are being answered. */
  let now: number
  let answerMs: number
  let mostAtOnce: number
  /** Milliseconds between the end of one answer and the next request. */
  let gaps: number[]
  /** Which processes came. */
  let came: Set<string | undefined>

  beforeEach(async () => {
    ;[visitors, now, mostAtOnce, gaps, came] = [[], 0, 0, [], new Set()]
    answerMs = ANSWER_MS
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-turns-'))
    makeStore(join(folder, 'store.db'))
    let lastEnd = Number.NaN
    server = createServer(async ({ url }, response) => {
      came.add(url)
      gaps.push(performance.now() - lastEnd)
      now += 1
      mostAtOnce = Math.max(mostAtOnce, now)
      await sleep(answerMs)
      now -= 1
      lastEnd = performance.now()
      response.end('x')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    for (const visitor of visitors) visitor.kill('SIGKILL')
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  function visit(concurrency: number): void {
    const program = join(import.meta.dirname, 'visitor.ts')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (let count = 0; count < PROCESSES; count++) {
      const visit = [`${origin}/${count}`, String(DELAY_MS), String(concurrency)]
      const args = [program, join(folder, 'store.db'), ...visit]
      visitors.push(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
    }
  }

  it('are never held twice at once, nor sooner than the delay after a response', async () => {
    visit(1)
    await eventually(() => came.size === PROCESSES)
    await eventually(() => gaps.length >= 60)
    expect(mostAtOnce).to.equal(1)
    expect(Math.min(...gaps.slice(1))).to.be.at.least(DELAY_MS)
  })

  it('are held up to the limit and no more', async () => {
    // Longer than the delay: two permits that are free at different times overlap.
    answerMs = 3 * DELAY_MS
    visit(2)
    await eventually(() => came.size === PROCESSES)
    await eventually(() => gaps.length >= 30)
    expect(mostAtOnce).to.equal(2)
  })
})
