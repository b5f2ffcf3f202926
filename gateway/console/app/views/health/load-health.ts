import { errorOf, noAnswer } from '../../api/api-error.ts'
import { urlOf } from '../../api/client.ts'
import type { Readiness } from './health-words.ts'
import { numbersOf, type ServiceNumbers } from './service-numbers.ts'

/** An answer of the service about itself. */
export interface Health {
  readonly readiness: Readiness
  /** Null where the service does not give its metrics to this page. */
  readonly numbers: ServiceNumbers | null
  /** When the answer came, in milliseconds since the epoch. */
  readonly at: number
}

/** Asks `GET /readyz` and `GET /metrics`, without the key. 200 and 503 are both answers of the first. */
export async function loadHealth(signal: AbortSignal): Promise<Health> {
  const [readiness, numbers] = await Promise.all([
    loadReadiness(signal),
    loadNumbers(signal).catch(() => null),
  ])
  return { readiness, numbers, at: Date.now() }
}

async function loadReadiness(signal: AbortSignal): Promise<Readiness> {
  const response = await ask('readyz', signal)
  const text = await response.text()
  const body = readinessOf(text)
  if (body === null) throw errorOf(response.status, response.headers, text)
  return body
}

/** Null for an answer that is not the service's own, such as that of a proxy. */
function readinessOf(text: string): Readiness | null {
  try {
    const body = JSON.parse(text) as Partial<Readiness>
    return typeof body.status === 'string' ? { ...(body as Readiness), ...listsOf(body) } : null
  } catch {
    return null
  }
}

function listsOf({ missing = [], behind = [] }: Partial<Readiness>): Pick<Readiness, 'missing' | 'behind'> {
  return { missing, behind }
}

async function loadNumbers(signal: AbortSignal): Promise<ServiceNumbers | null> {
  const response = await ask('metrics', signal)
  return response.ok ? numbersOf(await response.text(), Date.now()) : null
}

/** The version of the interface, by its own description. */
export async function loadVersion(signal: AbortSignal): Promise<string | null> {
  const response = await ask('openapi.json', signal)
  const { info } = (await response.json()) as { readonly info?: { readonly version?: string } }
  return info?.version ?? null
}

async function ask(path: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(urlOf(path), { signal, credentials: 'omit' })
  } catch (error) {
    if (signal.aborted) throw error
    throw noAnswer()
  }
}
