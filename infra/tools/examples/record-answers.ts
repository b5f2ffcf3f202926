import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedAnswer } from '#gateway/documents/examples.ts'
import { batchCalls, type Caller, crawlCall, type ExampleCall, exampleCalls, reportCalls } from './calls.ts'
import { listCalls, siteCall, siteCalls } from './list-calls.ts'
import { SHOP, withoutPort } from './shop.ts'

export interface Callers {
  /** Base URL of the service. */
  readonly service: string
  /** The port of the shop, which no example shows. */
  readonly shopPort: string
  /** Lets the inspections end that are answered later, and those of the batch. */
  readonly release: () => void
  readonly keys: Readonly<Record<Caller, string | null>>
}

/** Headers that say nothing about the interface, or are the same everywhere (infra/docs/clients.md#http). */
const unrecorded: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'transfer-encoding',
  'x-content-type-options',
  'x-frame-options',
])
const POLL_MS = 100
/** Limit for a recorded body; a longer one is left out. */
const SHOWN_CHARACTERS = 1000

/** Makes the calls, then follows the deferred inspection and the batch. */
export async function recordAnswers(callers: Callers): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = []
  for (const call of exampleCalls) answers.push(await record(call, callers))
  const path = locationOf(answers, 'takeSnapshot')
  const follow = { operationId: 'getInspection', method: 'GET', path, as: 'anyone' } as const
  answers.push(await record({ ...follow, name: 'running', summary: 'It runs' }, callers))
  callers.release()
  answers.push(await ended({ ...follow, name: 'ended', summary: 'It has ended' }, callers))
  for (const call of listCalls) answers.push(await record(call, callers))
  const batchPath = locationOf(answers, 'submitBatch')
  await finished(batchPath, callers)
  for (const call of batchCalls(batchPath)) answers.push(await record(call, callers))
  const crawl = await record(crawlCall, callers)
  answers.push(crawl)
  const crawlPath = locationOf([crawl], 'submitBatch')
  await completed(crawlPath, callers)
  for (const call of reportCalls(crawlPath)) answers.push(await record(call, callers))
  await until(siteCall, callers, ({ status }) => status === 200)
  for (const call of siteCalls) answers.push(await record(call, callers))
  return answers
}

/** Waits until no page of the batch is left to inspect. */
function finished(path: string, callers: Callers): Promise<RecordedAnswer> {
  const call = batchCalls(path).find(({ operationId }) => operationId === 'getBatch')
  return until(call as ExampleCall, callers, ({ body }) => (body as { state: string }).state === 'finished')
}

/** Waits until the report on a crawl is complete. */
function completed(path: string, callers: Callers): Promise<RecordedAnswer> {
  const [call] = reportCalls(path)
  return until(call as ExampleCall, callers, ({ body }) => (body as { complete: boolean }).complete)
}

/** Makes the call again and again, and returns the first answer of which that is true. */
async function until(
  call: ExampleCall,
  callers: Callers,
  isSo: (response: RecordedAnswer['response']) => boolean,
): Promise<RecordedAnswer> {
  for (;;) {
    const answer = await record(call, callers)
    if (isSo(answer.response)) return answer
    await sleep(POLL_MS)
  }
}

/** The location of the first accepted call of the operation. */
function locationOf(answers: readonly RecordedAnswer[], operationId: string): string {
  const accepted = answers.filter(({ response }) => response.status === 202)
  const path = accepted.find((answer) => answer.operationId === operationId)?.response.headers.location
  if (path === undefined) throw new Error(`no call of ${operationId} was accepted for a later answer`)
  return path
}

function ended(call: ExampleCall, callers: Callers): Promise<RecordedAnswer> {
  return until(call, callers, ({ status }) => status !== 202)
}

async function record(call: ExampleCall, callers: Callers): Promise<RecordedAnswer> {
  const { name, summary, operationId, method, path, headers = {}, body = null } = call
  const isShown = JSON.stringify(body).length <= SHOWN_CHARACTERS
  const request = { method, path, headers, body: isShown ? body : null }
  const answer = await fetch(callers.service + withPort(path, callers), sent(call, callers))
  const text = withoutPort(await answer.text(), callers.shopPort)
  const told = [...answer.headers].filter(([header]) => !unrecorded.has(header))
  const response = { status: answer.status, headers: Object.fromEntries(told), body: bodyOf(answer, text) }
  return { name, summary, operationId, request, response }
}

/** JSON as what it says, anything else as text. */
function bodyOf({ headers }: Response, text: string): unknown {
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}

function sent({ method, as, headers, body }: ExampleCall, callers: Callers): RequestInit {
  const key = callers.keys[as]
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    method,
    headers: { ...headers, ...(key !== null && { 'x-api-key': key }) },
    ...(body !== undefined && { body: withPort(text, callers) }),
  }
}

/** Adds the port to every address of the shop, in URLs and in queries. */
function withPort(text: string, { shopPort }: Callers): string {
  const inQuery = encodeURIComponent(SHOP)
  return text.replaceAll(SHOP, `${SHOP}:${shopPort}`).replaceAll(inQuery, `${inQuery}%3A${shopPort}`)
}
