import type { CDPSession, Target } from 'puppeteer-core'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import type { Lane } from '#shared/messages/topics.ts'

/** A page for one job, with a fresh browser context and an egress proxy of its own. The next job sees nothing of it. */
export interface Tab {
  /**
   * The page. Never ask it for puppeteer's `Page`: the DevTools domains that `Page` enables cost each job an eighth of its time,
   * and no code here needs them.
   */
  readonly target: Target
  /** Of the main frame. It stays the same when the frame shows another document. */
  readonly frameId: string
  /** A session with the page. */
  readonly cdp: CDPSession
  readonly proxy: TabProxy
  /** Aborted at the deadline of the job, when the caller aborts, and when the work fails. */
  readonly signal: AbortSignal
  /**
   * Settles like `step`, but rejects at once with `TabLost` when the page or its browser dies, and with `DeadlineExceeded` when the
   * time of the job is over. Each step that a page could delay forever goes through it.
   */
  guard<T>(step: Promise<T>): Promise<T>
  /** From this call on, the loss of the page or its browser does not end the job: what is left to do can do without. */
  forgoPage(): void
}

/** The page crashed, or its browser has exited. One retry in another browser is worthwhile. */
export class TabLost extends Error {
  override readonly name = 'TabLost'
}

/** The time of the job is over. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

export interface TabOptions {
  /** Milliseconds from the start of the work until it is aborted. */
  readonly deadlineMs: number
  readonly signal: AbortSignal
  /** Of the inspection; default: interactive. */
  readonly lane?: Lane
  /** Whether this job continues the exclusive job that ended last. */
  readonly continuesPrevious?: boolean
}

/** Browsers and their warm tabs. */
export interface Tabs {
  /** Does `work` in a tab of its own and closes the tab in any case. Rejects like `work`, or like `guard`. */
  useShared<T>(work: (tab: Tab) => Promise<T>, options: TabOptions): Promise<T>
  /**
   * Like `useShared`, while no other tab is in use: waits for the jobs that run and delays jobs that come later. Both kinds share the
   * time, so neither waits forever. The tab has authenticated to its proxy before `work` begins, so the first request can be timed.
   */
  useExclusive<T>(work: (tab: Tab) => Promise<T>, options: TabOptions): Promise<T>
  /** Closes all browsers. Jobs that have not ended reject with SERVICE_UNAVAILABLE. */
  stop(): Promise<void>
}

/** The limits of the traffic of one job. */
export type TrafficLimit = 'bytes' | 'requests' | 'connections'

/** Why the proxy could not read a target: `details.reason` of `URL_UNREACHABLE`. TLS errors are seen by the browser alone. */
export type ProxyUnreachableReason =
  | 'dns_failure'
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_reset'
  | 'invalid_response'

/** Why a request failed, where the browser does not know the reason. Holds no address; `cause` is for the log only. */
export type TargetFailure =
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'unreachable'; readonly reason: ProxyUnreachableReason; readonly cause: unknown }
  | { readonly kind: 'limited'; readonly limit: TrafficLimit }
  /** The target is not the reason: for example, no file descriptor is left. */
  | { readonly kind: 'internal'; readonly cause: unknown }

/** What the browser of one job has requested so far. */
export interface ProxyCounts {
  readonly requests: number
  readonly tunnels: number
  /** By the egress policy. */
  readonly refused: number
  readonly unreachable: number
  /** From targets, on the wire. */
  readonly bytesReceived: number
}

export interface Refusal {
  readonly host: string
  readonly port: number
  readonly reason: RefusalReason
}

/** The only way to the network that a tab has: each request passes the egress policy and counts for the job. */
export interface TabProxy {
  counts(): ProxyCounts
  refusals(): readonly Refusal[]
  /** Why the last attempt to reach the host and port of the URL failed; null when it succeeded. */
  failureOf(url: string): TargetFailure | null
  /** The first limit that the job has exceeded; null when it has exceeded none. */
  exceeded(): TrafficLimit | null
  /** From this call on, rejects each request and each tunnel whose URL satisfies `isBlocked`. Of a tunnel only the origin is known. */
  block(isBlocked: (url: string) => boolean): void
}
