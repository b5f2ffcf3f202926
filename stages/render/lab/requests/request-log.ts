import type { CDPSession, Protocol } from 'puppeteer-core'
import { isWeb } from '../../visit/failures/client-failures.ts'
import {
  type LoggedRequest,
  recordCacheHit,
  recordData,
  recordExtraInfoStatus,
  recordFailed,
  recordFinished,
  recordRedirect,
  recordResponseReceived,
  toLoggedRequest,
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
  readonly max: number
  /** Whether a request that came to nothing was stopped on its way out. */
  isRefused(url: string): boolean
}

/** Keeps account of the http(s) requests of a page. All its sessions know a request by the same id. */
export function makeRequestLog({ mainFrameId, max, isRefused }: RequestLogOptions): RequestLog {
  const all: LoggedRequest[] = []
  const latest = new Map<string, LoggedRequest>()
  let leftOut = 0

  function logRequest(session: CDPSession, event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, redirectResponse, request, timestamp } = event
    const last = latest.get(requestId)
    if (last !== undefined && redirectResponse === undefined) return
    if (last !== undefined && redirectResponse !== undefined)
      recordRedirect(last, redirectResponse, timestamp)
    latest.delete(requestId)
    if (!isWeb(request.url)) return
    if (all.length >= max) {
      leftOut += 1
      return
    }
    const logged = toLoggedRequest(event, session, mainFrameId)
    all.push(logged)
    latest.set(requestId, logged)
  }
  /** What is told of requests that are not kept is nobody's. */
  function updating<Event extends { readonly requestId: string }>(
    update: (request: LoggedRequest, event: Event) => void,
  ): (event: Event) => void {
    return (event) => {
      const request = latest.get(event.requestId)
      if (request !== undefined) update(request, event)
    }
  }

  return {
    follow(session) {
      session.on('Network.requestWillBeSent', (event) => logRequest(session, event))
      session.on('Network.responseReceived', updating(recordResponseReceived))
      session.on('Network.responseReceivedExtraInfo', updating(recordExtraInfoStatus))
      session.on('Network.requestServedFromCache', updating(recordCacheHit))
      session.on('Network.dataReceived', updating(recordData))
      session.on(
        'Network.loadingFinished',
        updating((request, event) => recordFinished(request, event, session)),
      )
      session.on(
        'Network.loadingFailed',
        updating((request, event) => recordFailed(request, event, isRefused(request.url))),
      )
    },
    requests: () => all,
    leftOut: () => leftOut,
  }
}
