import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type ExternalClient, outcomesOf, tally } from '#test/support/external/external-client.ts'
import { repeatsIn } from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import {
  type BatchAnswer,
  type BatchClient,
  type BatchLine,
  batchClient,
} from '#test/support/service/batch-client.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { CLOSED_PORT } from '#test/support/sites/closed-port.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** A batch of good, slow and dead hosts, with malformed lines. */
export interface CrashBatch {
  readonly lines: readonly string[]
  /** Numbers of the malformed lines, from 1. */
  readonly malformed: readonly number[]
  /** URLs that must end in a failure; all others must succeed. */
  readonly dead: ReadonlySet<string>
  readonly site: TargetSite
}

const HOSTS = 20
const PAGES = 2000
const SLOW_HOST = 7
const SLOW_MS = 250
const SLOW_EVERY = 4
const malformed = new Map([
  [3, 'no URL at all'],
  [777, '{"url": "http://127.0.0.2/", "fields": 7}'],
  [1500, '{"url": '],
])

/** Opens the circuit of dead hosts within the test. */
export const crashing = {
  settings: { BATCH_HOST_DELAY_MS: '0' },
  command: withConstants({
    'shared/politeness/cooldown.ts': { MAX_FAILURES: 2, MAX_TRIALS: 1, MAX_REST_MS: 1000 },
  }),
}

export async function openCrashBatch(): Promise<CrashBatch> {
  const slow = new Set<string>()
  const site = await openSite({
    hosts: HOSTS,
    before: (path) => sleep(slow.has(path) ? SLOW_MS : 5 + Math.random() * 40),
  })
  const dead = new Set<string>()
  const lines: string[] = []
  for (let page = 0; lines.length < PAGES; page++) {
    const wrong = malformed.get(lines.length + 1)
    if (wrong !== undefined) lines.push(wrong)
    const path = `/batch-${page}`
    const host = page % (HOSTS + 1)
    if (host === SLOW_HOST && page % SLOW_EVERY === 0) slow.add(path)
    if (host < HOSTS) lines.push(site.url(path, host))
    else {
      const url = `http://127.0.0.99:${CLOSED_PORT}${path}`
      dead.add(url)
      lines.push(url)
    }
  }
  return { lines, malformed: [...malformed.keys()], dead, site }
}

export function clientOf(url: string): BatchClient {
  return batchClient(url, API_KEY)
}

/** Waits until an external client has seen this many outcomes. */
export async function untilSeen(external: ExternalClient, count: number): Promise<void> {
  while (outcomesOf(external.records).size < count) await sleep(20)
}

/** Checks that exactly the malformed lines were rejected. */
export function expectRejected(
  { counts, rejected }: BatchAnswer,
  { lines, malformed: wrong }: CrashBatch,
): void {
  expect(rejected.map(({ line }) => line)).to.deep.equal(wrong)
  for (const { reason } of rejected) expect(reason).to.be.a('string').and.not.equal('')
  expect([counts.accepted, counts.rejected]).to.deep.equal([lines.length - wrong.length, wrong.length])
}

/** Waits until the log has another outcome than now; returns how many milliseconds after `since` that was. */
export async function untilNextOutcome(external: ExternalClient, since: number): Promise<number> {
  await untilSeen(external, outcomesOf(external.records).size + 1)
  return performance.now() - since
}

/**
 * Reports the fault, and checks that every URL has exactly one outcome, the expected one, the same in the log and in
 * the results of the batch.
 */
export async function expectEachOnce(
  { fault, recoveredMs }: { readonly fault: string; readonly recoveredMs: number },
  client: BatchClient,
  { id, counts }: BatchAnswer,
  external: ExternalClient,
  { lines, malformed: wrong, dead }: CrashBatch,
): Promise<void> {
  const found: BatchLine[] = []
  for await (const line of client.results(id)) found.push(line)
  reportFault({
    fault,
    accepted: counts.accepted,
    lost: counts.accepted - new Set(found.map((line) => line.id)).size,
    wrong: found.filter((line) => isWrong(line, dead)).length,
    repeated: repeatsIn(external.records),
    recoveredMs,
  })
  const urls = lines.filter((_, at) => !wrong.includes(at + 1))
  expect(found.map(({ url }) => url).toSorted()).to.deep.equal(urls.toSorted())
  expect(found.map(({ n }) => n)).to.deep.equal(urls.map((_, at) => at + 1))
  const ids = found.map((line) => line.id)
  expect(new Set(ids).size).to.equal(ids.length)
  expect(tally(ids, external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
  expect([...outcomesOf(external.records).keys()].toSorted()).to.deep.equal(ids.toSorted())
  expect(found.filter((line) => isWrong(line, dead))).to.deep.equal([])
  const failed = found.filter(({ result }) => result === undefined).length
  expect([counts.waiting, counts.running, counts.done, counts.failed]).to.deep.equal([
    ...[0, 0, urls.length - failed, failed],
  ])
}

function isWrong({ url, result }: BatchLine, dead: ReadonlySet<string>): boolean {
  if (dead.has(url)) return result !== undefined
  return result?.title !== `Page ${new URL(url).pathname}`
}
