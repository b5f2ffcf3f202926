import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** The embedded service, which renders two pages at once, and a site whose pages are all new. */
export interface SnapshotLoad {
  readonly fixture: ServiceFixture
  snapshot(key?: string): Promise<TimedAnswer>
  measurement(): Promise<TimedAnswer>
  close(): Promise<void>
}

export interface TimedAnswer {
  readonly status: number
  /** Until the answer, and when it came by `performance.now`. */
  readonly ms: number
  readonly endedAt: number
  /** Whether it names an inspection that was accepted and took too long. */
  readonly isLate: boolean
}

/** Limit for an immediate refusal. */
export const AT_ONCE_MS = 1000

export async function openSnapshotLoad(): Promise<SnapshotLoad> {
  const site: TargetSite = await openSite()
  const fixture = await openEmbeddedService({ RENDER_CONCURRENCY: '2', LOG_LEVEL: 'error' })
  let pages = 0
  const page = () => site.url(`/page-${++pages}`)
  const { url } = fixture.service
  return {
    fixture,
    snapshot(key = API_KEY) {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const body = JSON.stringify({ url: page(), waitUntil: 'load' })
      return timed(`${url}/snapshot`, { method: 'POST', headers, body })
    },
    measurement: () =>
      timed(`${url}/performance?url=${encodeURIComponent(page())}`, { headers: { 'x-api-key': API_KEY } }),
    async close() {
      await fixture.close()
      await site.close()
    },
  }
}

async function timed(url: string, options: RequestInit): Promise<TimedAnswer> {
  const began = performance.now()
  const answer = await fetch(url, options)
  await answer.text()
  const endedAt = performance.now()
  return { status: answer.status, ms: endedAt - began, endedAt, isLate: answer.headers.has('location') }
}

/** Calls at a fixed rate for a time, whatever the state of earlier calls; resolves when all are answered. */
export async function openLoop(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  call: (index: number) => Promise<TimedAnswer>,
): Promise<TimedAnswer[]> {
  const began = performance.now()
  const calls: Promise<TimedAnswer>[] = []
  const total = Math.round(perSecond * seconds)
  while (calls.length < total) {
    const due = began + (calls.length * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    calls.push(call(calls.length))
  }
  return Promise.all(calls)
}

export const isAnswered = ({ status }: TimedAnswer): boolean => status === 200
export const isRefused = ({ status, isLate }: TimedAnswer): boolean => status === 503 && !isLate

/** The figures of calls: those that were accepted and took too long are lost to their callers. */
export function countAnswers(answers: readonly TimedAnswer[]) {
  const late = answers.filter(({ status, isLate }) => status === 503 && isLate).length
  return {
    accepted: answers.filter(isAnswered).length + late,
    lost: late,
    wrong: answers.filter(({ status }) => ![200, 503].includes(status)).length,
  }
}

/** Milliseconds until the slowest refusal; 0 when there is none. */
export function slowestRefusal(answers: readonly TimedAnswer[]): number {
  return Math.max(0, ...answers.filter(isRefused).map(({ ms }) => ms))
}
