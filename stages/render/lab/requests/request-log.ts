import type { CDPSession, Protocol } from 'puppeteer-core'
import { prepareTargets, type TargetSessions } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'
import { isWeb } from '../../visit/client-failures.ts'
import { findInitiator } from './find-initiator.ts'
import {
  type LoggedRequest,
  recordCacheHit,
  recordData,
  recordExtraInfoStatus,
  recordFailed,
  recordFinished,
  recordPriority,
  recordRedirect,
  recordResponseReceived,
  toLoggedRequest,
} from './logged-request.ts'
import { makeRequestIndex } from './request-index.ts'

export type RequestLog = ReturnType<typeof makeRequestLog>

export interface RequestLogOptions {
  readonly mainFrameId: string
  /** Maximum number of logged requests. */
  readonly max: number
  /** Whether the egress policy refused a request that failed. */
  isRefused(url: string): boolean
}

/** Makes a log of the http(s) requests of a page. A request has the same id in all sessions of the page. */
export function makeRequestLog({ mainFrameId, max, isRefused }: RequestLogOptions) {
  const all: LoggedRequest[] = []
  const index = makeRequestIndex()
  let leftOut = 0

  function logRequest(session: CDPSession, event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, redirectResponse, request, timestamp } = event
    const last = index.find(requestId)
    if (last !== undefined && redirectResponse === undefined) return
    if (last !== undefined && redirectResponse !== undefined)
      recordRedirect(last, redirectResponse, timestamp)
    index.remove(requestId)
    if (!isWeb(request.url)) return
    if (all.length >= max) {
      leftOut += 1
      return
    }
    const initiatorUrl = last?.url ?? findInitiator(event.initiator, index.findUrl)
    const logged = toLoggedRequest(event, session, mainFrameId, initiatorUrl)
    all.push(logged)
    index.add(logged)
  }
  const { updating } = index

  return {
    /** Logs the requests of a session from this call on. */
    follow(session: CDPSession): void {
      session.on('Network.requestWillBeSent', (event) => logRequest(session, event))
      session.on('Network.resourceChangedPriority', updating(recordPriority))
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
    /** In the order of their start. */
    requests: (): readonly LoggedRequest[] => all,
    /** The number of requests beyond the maximum. */
    leftOut: () => leftOut,
  }
}

/**
 * Logs the requests of a page, its frames, workers and service workers from this call on, in sessions of its own. `buffers` are those of
 * the browser for response bodies, for each process, in bytes.
 */
export function followPage(
  tab: Pick<Tab, 'target'>,
  log: RequestLog,
  buffers: Protocol.Network.EnableRequest,
): Promise<TargetSessions> {
  const follow = (session: CDPSession) => {
    log.follow(session)
    return session.send('Network.enable', buffers)
  }
  return prepareTargets(tab, follow, ['iframe', 'worker', 'service_worker'])
}
