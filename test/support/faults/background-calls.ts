import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiAnswer, getMetadata } from '../service/api-client.ts'
import { HOSTS, type PartsFixture } from '../service/parts-fixture.ts'

/** A call as its caller saw it. */
export interface ObservedCall {
  /** Its start, by `performance.now()`, and the time until its answer, in milliseconds. */
  readonly begunAt: number
  readonly tookMs: number
  /** 0 = no answer arrived. */
  readonly status: number
  /** Id of the accepted inspection, from the answer; null when there is none. */
  readonly id: string | null
  /** Whether the contract documents the answer: 200, 202 with Location, 503 with its code and Retry-After. */
  readonly isDocumented: boolean
}

export interface BackgroundCalls {
  /** All answered calls so far, in the order of their answers. */
  readonly calls: readonly ObservedCall[]
  /** Starts no more calls; resolves when the last one is answered. */
  stop(): Promise<void>
}

const TIMEOUT_MS = 30_000

/**
 * Calls for a new page every `everyMs`, whatever the state of earlier calls; every second call does not wait for its
 * result.
 */
export function startBackgroundCalls(
  { url, site }: PartsFixture,
  name: string,
  everyMs: number,
): BackgroundCalls {
  const calls: ObservedCall[] = []
  const open = new Set<Promise<void>>()
  let isStopped = false

  async function call(at: number): Promise<void> {
    const headers: Record<string, string> = at % 2 === 0 ? {} : { prefer: 'respond-async' }
    const begunAt = performance.now()
    const page = site.url(`/${name}-${at}`, at % HOSTS)
    const answer = await getMetadata(url, page, { headers, timeoutMs: TIMEOUT_MS }).catch(() => null)
    calls.push({ begunAt, tookMs: performance.now() - begunAt, ...read(answer) })
  }

  async function keepCalling(): Promise<void> {
    for (let at = 0; !isStopped; at++) {
      const pending = call(at).finally(() => open.delete(pending))
      open.add(pending)
      await sleep(everyMs)
    }
  }

  const calling = keepCalling()
  return {
    calls,
    async stop() {
      isStopped = true
      await calling
      await Promise.all(open)
    },
  }
}

function read(answer: ApiAnswer | null): Pick<ObservedCall, 'status' | 'id' | 'isDocumented'> {
  if (answer === null) return { status: 0, id: null, isDocumented: false }
  const id = answer.headers.get('location')?.split('/').at(-1) ?? null
  return { status: answer.status, id, isDocumented: isDocumented(answer, id) }
}

function isDocumented({ status, headers, json }: ApiAnswer, id: string | null): boolean {
  if (status === 200) return json?.success !== false
  if (status === 202) return id !== null
  const code = (json?.error as { code?: string } | undefined)?.code
  return status === 503 && code === 'SERVICE_UNAVAILABLE' && /^\d+$/.test(headers.get('retry-after') ?? '')
}
