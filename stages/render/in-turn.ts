import type { Protocol } from 'puppeteer-core'
import { Failure } from '#shared/errors.ts'
import { NotYet } from '#shared/pipeline/not-yet.ts'
import type { HostTurns, Turn, Visit } from '#shared/politeness/host-turns.ts'
import { retryAfterMs } from '#shared/politeness/retry-after.ts'
import type { Tab, Tabs } from './tab.ts'
import { fieldOf } from './visit/main-document.ts'

/** What the page's host answered first. */
type Answer = Pick<Visit, 'responseMs' | 'status' | 'retryAfterMs'>

export type UsedTabs = Pick<Tabs, 'use' | 'useAlone'>

export interface VisitedHost {
  /** Of the page. */
  readonly url: string
  /** As its robots.txt asks. */
  readonly crawlDelayMs: number | null
}

/**
 * Does work in tabs as one visit of the page's host, in its turn. What the page loads besides is part of the visit. Rejects as the work
 * does; before it, with NotYet when the turn has not come, with a Failure when the host was given up.
 */
export async function visitInTurn<T>(
  turns: HostTurns,
  { url, crawlDelayMs }: VisitedHost,
  tabs: UsedTabs,
  work: (tabs: UsedTabs) => Promise<T>,
): Promise<T> {
  const turn = await turnOf(turns, url)
  const seen: { answer: Answer | null } = { answer: null }
  const end = (error: unknown) => {
    const answer = seen.answer ?? { responseMs: null, status: null, retryAfterMs: null }
    return turn.end({ ...answer, crawlDelayMs, isFailed: seen.answer === null && isOfTheHost(error) })
  }
  const watched = watchedTabs(tabs, (answer) => {
    seen.answer ??= answer
  })
  try {
    const result = await work(watched)
    await end(null)
    return result
  } catch (error) {
    await end(error)
    throw error
  }
}

async function turnOf(turns: HostTurns, url: string): Promise<Turn> {
  const taken = await turns.take(url)
  if ('inMs' in taken) throw new NotYet(taken.inMs, taken.of)
  if ('givenUp' in taken) throw taken.givenUp
  return taken.turn
}

function isOfTheHost(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'URL_UNREACHABLE' || error.code === 'TIMEOUT')
}

function watchedTabs(tabs: UsedTabs, onAnswer: (answer: Answer) => void): UsedTabs {
  const watching =
    <T>(work: (tab: Tab) => Promise<T>) =>
    (tab: Tab) => {
      watchAnswers(tab, onAnswer)
      return work(tab)
    }
  return {
    use: (work, options) => tabs.use(watching(work), options),
    useAlone: (work, options) => tabs.useAlone(watching(work), options),
  }
}

/** Tells the answers that documents get, redirects included; the page's is the first of them. */
function watchAnswers({ cdp }: Pick<Tab, 'cdp'>, onAnswer: (answer: Answer) => void): void {
  cdp.on('Network.requestWillBeSent', ({ type, redirectResponse }) => {
    if (type === 'Document' && redirectResponse) onAnswer(answerOf(redirectResponse))
  })
  cdp.on('Network.responseReceived', ({ type, response }) => {
    if (type === 'Document') onAnswer(answerOf(response))
  })
}

function answerOf({ status, headers, timing }: Protocol.Network.Response): Answer {
  const retryAfter = fieldOf(headers, 'retry-after')
  const responseMs = timing === undefined ? null : Math.max(0, timing.receiveHeadersEnd - timing.sendStart)
  return { responseMs, status, retryAfterMs: retryAfter === null ? null : retryAfterMs([retryAfter]) }
}
