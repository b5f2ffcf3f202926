import type { CDPSession, Protocol } from 'puppeteer-core'
import { isWeb } from '../../visit/failures.ts'
import {
  fail,
  finish,
  type LoggedRequest,
  receive,
  redirect,
  requestOf,
  respond,
  takeFromCache,
  tellStatus,
} from './logged-request.ts'

export interface RequestLog {
  /** Takes note of what a session tells, from now on. */
  follow(session: CDPSession): void
  /** In the order in which they began. */
  requests(): readonly LoggedRequest[]
  /** How many requests there were beyond the most that are kept. */
  leftOut(): number
}

export interface RequestLogOptions {
  readonly mainFrameId: string
  /** Requests that are kept. */
  readonly most: number
  /** Whether a request that came to nothing was stopped on its way out. */
  isRefused(url: string): boolean
}

/** Keeps account of the http(s) requests of a page. All its sessions know a request by the same id. */
export function makeRequestLog({ mainFrameId, most, isRefused }: RequestLogOptions): RequestLog {
  const all: LoggedRequest[] = []
  const latest = new Map<string, LoggedRequest>()
  let leftOut = 0

  function begin(session: CDPSession, event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, redirectResponse, request, timestamp } = event
    const last = latest.get(requestId)
    if (last !== undefined && redirectResponse === undefined) return
    if (last !== undefined && redirectResponse !== undefined) redirect(last, redirectResponse, timestamp)
    latest.delete(requestId)
    if (!isWeb(request.url)) return
    if (all.length >= most) {
      leftOut += 1
      return
    }
    const begun = requestOf(event, session, mainFrameId)
    all.push(begun)
    latest.set(requestId, begun)
  }
  /** What is told of requests that are not kept is nobody's. */
  function noting<Event extends { readonly requestId: string }>(
    note: (request: LoggedRequest, event: Event) => void,
  ): (event: Event) => void {
    return (event) => {
      const request = latest.get(event.requestId)
      if (request !== undefined) note(request, event)
    }
  }

  return {
    follow(session) {
      session.on('Network.requestWillBeSent', (event) => begin(session, event))
      session.on('Network.responseReceived', noting(respond))
      session.on('Network.responseReceivedExtraInfo', noting(tellStatus))
      session.on('Network.requestServedFromCache', noting(takeFromCache))
      session.on('Network.dataReceived', noting(receive))
      session.on(
        'Network.loadingFinished',
        noting((request, event) => finish(request, event, session)),
      )
      session.on(
        'Network.loadingFailed',
        noting((request, event) => fail(request, event, isRefused(request.url))),
      )
    },
    requests: () => all,
    leftOut: () => leftOut,
  }
}
