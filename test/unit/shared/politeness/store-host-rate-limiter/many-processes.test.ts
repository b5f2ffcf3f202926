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
/** A release that meets a locked file is lost, and its permit expires after 6 s: nothing is awaited for less. */
const LIMIT_MS = 35_000

/** Made beforehand: processes that all make the same file may find it locked. */
function makeStore(path: string): void {
  const database = openDatabase(path)
  entriesTable(database.db)
  database.close()
}

/** Judged at the server's side: what a host sees of four processes that visit it. */
describe('host permits of four processes', function () {
  this.timeout(2 * LIMIT_MS)
  let folder: string
  let server: Server
  let visitors: ChildProcess[]
  /** The paths of the requests that are being answered: one for each process. */
  let now: Set<string>
  let mostAtOnce: number
  /** Milliseconds between the end of one answer and the next request. */
  let gaps: number[]
  /** Which processes came. */
  let came: Set<string>
  /** How often each process found no free permit. */
  let refusals: Map<string, number>
  /** Resolves when a request may be answered. */
  let answer: () => Promise<unknown>

  beforeEach(async () => {
    ;[visitors, now, mostAtOnce, gaps, came, refusals] = [[], new Set(), 0, [], new Set(), new Map()]
    answer = () => sleep(ANSWER_MS)
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-turns-'))
    makeStore(join(folder, 'store.db'))
    let lastEnd = Number.NaN
    server = createServer(async ({ url = '' }, response) => {
      came.add(url)
      gaps.push(performance.now() - lastEnd)
      now.add(url)
      mostAtOnce = Math.max(mostAtOnce, now.size)
      await answer()
      now.delete(url)
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
      const path = `/${count}`
      const visit = [`${origin}${path}`, String(DELAY_MS), String(concurrency)]
      const args = [program, join(folder, 'store.db'), ...visit]
      const visitor = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      visitor.on('message', () => refusals.set(path, (refusals.get(path) ?? 0) + 1))
      visitors.push(visitor)
    }
  }

  it('are never held twice at once, nor sooner than the delay after a response', async () => {
    visit(1)
    await eventually(() => came.size === PROCESSES && gaps.length >= 20, LIMIT_MS)
    expect(mostAtOnce).to.equal(1)
    expect(Math.min(...gaps.slice(1))).to.be.at.least(DELAY_MS)
  })

  it('are held up to the limit and no more', async () => {
    const held = Promise.withResolvers<void>()
    answer = () => held.promise
    visit(2)
    // Nobody is answered before two requests are there, and each of the others was refused twice since then.
    await eventually(() => now.size >= 2, LIMIT_MS)
    refusals.clear()
    const others = () => [...refusals].filter(([path, count]) => !now.has(path) && count >= 2)
    await eventually(() => now.size > 2 || others().length === PROCESSES - 2, LIMIT_MS)
    expect(now.size).to.equal(2)
    // The others get the permits once these are released.
    answer = () => sleep(ANSWER_MS)
    held.resolve()
    await eventually(() => came.size === PROCESSES, LIMIT_MS)
    expect(mostAtOnce).to.equal(2)
  })
})
