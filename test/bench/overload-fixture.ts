import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, startChild } from './child.ts'

/** The embedded service in a process of its own, and a site in another; it renders two pages at once. */
export interface OverloadFixture {
  readonly url: string
  /** The service's settings. */
  readonly env: Readonly<Record<string, string>>
  /** The site's page under a new URL. */
  page(): string
  close(): Promise<void>
}

/** The status of an answer and its latency in milliseconds. */
export interface Answer {
  readonly status: number
  readonly ms: number
  /** On the clock of `performance.now()`. */
  readonly endedAt: number
  /** Whether the answer has the location of an accepted inspection that took too long. */
  readonly isLate: boolean
  readonly json: unknown
}

const KEY = 'pp_benchkey_00000000000000000000000000000000'
/** Limit for an immediate refusal. */
export const AT_ONCE_MS = 1000

/** Opens the service and a site. `site` is a program that prints the port of its page. */
export async function openOverloadFixture(site: string): Promise<OverloadFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const served = await startChild(join(import.meta.dirname, site), [], {}, /site on port/)
  const env = {
    DATA_DIR: folder,
    PORT: '0',
    EGRESS_ALLOW: '127.0.0.0/8:*',
    LOG_LEVEL: 'error',
    PAGEPROBE_API_KEY: KEY,
    RENDER_CONCURRENCY: '2',
  }
  const service = await startChild('infra/main.ts', [], env, /listening on/)
  let pages = 0
  return {
    url: /http:\S+/.exec(service.line)?.[0] ?? '',
    env,
    page: () => `${addressOf(served, site)}?page=${++pages}`,
    async close() {
      await service.stop()
      await served.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The site of the lab is at 127.0.0.2, the other one at 127.0.0.1. */
export function addressOf({ line }: Child, site: string): string {
  const host = site === 'lab-site.ts' ? '127.0.0.2' : '127.0.0.1'
  return `http://${host}:${/\d+$/.exec(line)?.[0]}/`
}

export function snapshot({ url }: Pick<OverloadFixture, 'url'>, page: string, key = KEY): Promise<Answer> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return timed(`${url}/snapshot`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: page, waitUntil: 'load' }),
  })
}

export function measurement({ url }: Pick<OverloadFixture, 'url'>, page: string): Promise<Answer> {
  return timed(`${url}/performance?url=${encodeURIComponent(page)}`, { headers: { 'x-api-key': KEY } })
}

async function timed(url: string, options: RequestInit): Promise<Answer> {
  const began = performance.now()
  const answer = await fetch(url, options)
  const json = await answer.json()
  const endedAt = performance.now()
  return { status: answer.status, ms: endedAt - began, endedAt, isLate: answer.headers.has('location'), json }
}

/** Calls at a fixed rate for a time, whatever the state of earlier calls; resolves when all are answered. */
export async function openLoop(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  call: (index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const began = performance.now()
  const calls: Promise<Answer>[] = []
  const total = Math.round(perSecond * seconds)
  while (calls.length < total) {
    const due = began + (calls.length * 1000) / perSecond
    await delay(Math.max(0, due - performance.now()))
    calls.push(call(calls.length))
  }
  return Promise.all(calls)
}

/** Several callers for a time, each with one call after the other. */
export async function closedLoop(
  { callers, seconds }: { readonly callers: number; readonly seconds: number },
  call: () => Promise<Answer>,
): Promise<Answer[]> {
  const until = performance.now() + seconds * 1000
  const answers: Answer[] = []
  const caller = async () => {
    while (performance.now() < until) answers.push(await call())
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answers
}

export const isAnswered = ({ status }: Answer): boolean => status === 200
export const isRefused = ({ status, isLate }: Answer): boolean => status === 503 && !isLate

/** The quantile for this share; NaN when there are no values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}

/** The outcomes of calls in one line. */
export function endsOf(answers: readonly Answer[]): string {
  const late = answers.filter(({ status, isLate }) => status === 503 && isLate).length
  const refused = answers.filter(isRefused)
  const rest = answers.filter((one) => !isAnswered(one) && one.status !== 503)
  const refusedMs = Math.max(0, ...refused.map(({ ms }) => ms)).toFixed(0)
  const others =
    rest.length > 0 ? `, ${rest.length} others (${[...new Set(rest.map(({ status }) => status))]})` : ''
  return `${answers.filter(isAnswered).length} answered, ${refused.length} refused (the slowest after ${refusedMs} ms), ${late} too late${others}`
}
