import type { CDPSession, Target } from 'puppeteer-core'
import type { Lane } from '#shared/messages/topics.ts'
import type { EgressProxy } from '../adapters/egress-proxy/egress-proxy.ts'

/** A page of its own for one job: fresh context, own egress proxy; nothing of it is left for the next job. */
export interface Tab {
  /**
   * The page. Never ask it for puppeteer's Page: what that switches on in the browser costs every job an eighth of its time,
   * and nobody here needs it.
   */
  readonly target: Target
  /** Of the page's main frame, whatever document that shows. */
  readonly frameId: string
  /** A session with the page. */
  readonly cdp: CDPSession
  readonly proxy: EgressProxy
  /** Aborted at the job's deadline, when the caller gave up, and when the work failed. */
  readonly signal: AbortSignal
  /**
   * Settles like `step`, but rejects at once with TabLost when the page or its browser dies, and with DeadlinePassed
   * when the job's time is over. Every step a page could hold up for ever goes through it.
   */
  guard<T>(step: Promise<T>): Promise<T>
}

/** The page crashed, or its browser is gone: worth one try elsewhere. */
export class TabLost extends Error {
  override readonly name = 'TabLost'
}

/** The job's time is over. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlinePassed'
}

export interface TabOptions {
  /** Milliseconds from the start of the work to its forced end. */
  readonly deadlineMs: number
  readonly signal: AbortSignal
  /** Of the inspection; interactive where none is given. */
  readonly lane?: Lane
  /** Whether this goes on with what was alone just before. */
  readonly continuesPrevious?: boolean
}

/** Browsers and their warm contexts. */
export interface Tabs {
  /** Does `work` in a tab of its own, and closes the tab whatever happens. Rejects like `work`, or like `guard`. */
  useShared<T>(work: (tab: Tab) => Promise<T>, options: TabOptions): Promise<T>
  /**
   * As `use`, while no other tab is in use: it waits until they are done and holds back new ones. The two share the time, so that
   * neither waits for ever. What the page asks for has no challenge of the proxy's in its way: it may be timed.
   */
  useExclusive<T>(work: (tab: Tab) => Promise<T>, options: TabOptions): Promise<T>
  /** Ends all browsers, after `graceMs` at the latest. */
  stop(graceMs: number): Promise<void>
}
