import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from './stack.ts'

/** Calls of the service's interface, as a client makes them; each rejects unless the answer is right. */

const CALL_MS = 60_000
const BATCH_MS = 120_000
const POLL_MS = 500
const SITE = 'http://site.example.com:8000'

export interface Answer {
  readonly status: number
  readonly text: string
}

async function call({ url, key }: Stack, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'X-API-Key': key, ...init.headers }
  const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(CALL_MS) })
  return { status: answer.status, text: await answer.text() }
}

/** Each call inspects a new page, so that no answer comes from a cache. */
let pages = 0
function freshPage(): string {
  return `/${process.pid}-${++pages}`
}

/** Requests the metadata of a page and checks its title. */
export async function metadata(stack: Stack): Promise<void> {
  const path = freshPage()
  const { title } = await inspected(stack, `/metadata?url=${SITE}${path}`)
  if (title !== `Page ${path}`) throw new Error(`the title is ${JSON.stringify(title)}`)
}

/** Takes a snapshot of a page and downloads its image. */
export async function snapshot(stack: Stack): Promise<void> {
  const body = JSON.stringify({ url: SITE + freshPage() })
  const headers = { 'Content-Type': 'application/json' }
  const { screenshot_url: image } = await inspected(stack, '/snapshot', { method: 'POST', headers, body })
  const answer = await fetch(String(image), { headers: { 'X-API-Key': stack.key } })
  const { length } = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok || length < 1000) throw new Error(`the image: status ${answer.status}, ${length} bytes`)
}

/** Measures a page. */
export async function performanceOf(stack: Stack): Promise<void> {
  const { mode } = await inspected(stack, `/performance?url=${SITE}${freshPage()}`)
  if (mode !== 'lab') throw new Error(`the mode is ${JSON.stringify(mode)}`)
}

/** Audits a page. */
export async function audit(stack: Stack): Promise<void> {
  const path = freshPage()
  const { url } = await inspected(stack, `/seo-audit?url=${SITE}${path}`)
  if (url !== SITE + path) throw new Error(`the audit is of ${JSON.stringify(url)}`)
}

async function inspected(stack: Stack, path: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const { status, text } = await call(stack, path, init)
  if (status !== 200) throw new Error(`status ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/**
 * Submits a batch of `size` pages, waits until it has ended, and returns its id. Rejects unless all pages succeeded.
 */
export async function batch(stack: Stack, size: number): Promise<string> {
  const lines = Array.from({ length: size }, () => `${SITE}${freshPage()}\n`).join('')
  const headers = { 'Content-Type': 'text/plain' }
  const submitted = await call(stack, '/batches', { method: 'POST', headers, body: lines })
  if (submitted.status !== 202) throw new Error(`status ${submitted.status}: ${submitted.text.slice(0, 300)}`)
  const { id } = JSON.parse(submitted.text)
  for (const end = Date.now() + BATCH_MS; ; await delay(POLL_MS)) {
    const { state, counts } = await inspected(stack, `/batches/${id}`)
    if (state === 'finished') break
    if (Date.now() > end) throw new Error(`the batch is ${state}: ${JSON.stringify(counts)}`)
  }
  await batchIsWhole(stack, id, size)
  return id
}

/** Checks the results of a batch: one for each page, each with a title. */
export async function batchIsWhole(stack: Stack, id: string, size: number): Promise<void> {
  const { status, text } = await call(stack, `/batches/${id}/results`)
  const good = text.split('\n').filter((line) => line.includes('"title":"Page /')).length
  if (status !== 200 || good !== size)
    throw new Error(`status ${status}, ${good} of ${size} results are right`)
}
