import type { Protocol } from 'puppeteer-core'

/** What a frame has announced that it will do. The handlers take the events of the same name. */
export interface ScheduledNavigations {
  frameScheduledNavigation(event: Protocol.Page.FrameScheduledNavigationEvent): void
  frameClearedScheduledNavigation(event: Protocol.Page.FrameClearedScheduledNavigationEvent): void
  /**
   * Whether a navigation is about to begin. It is until its request was announced: Chromium clears the schedule after that, so
   * a frame that leads on never looks in between as if it stayed.
   */
  isDue(): boolean
  /** Forgets what the document before had announced. */
  reset(): void
}

/** A `refresh` that is due later is not in place of a redirect, in seconds. */
const IMMEDIATE_S = 0.1

export function makeScheduledNavigations(ofFrame: string): ScheduledNavigations {
  let isScheduled = false
  return {
    frameScheduledNavigation({ frameId, delay }) {
      if (frameId === ofFrame) isScheduled = delay <= IMMEDIATE_S
    },
    frameClearedScheduledNavigation({ frameId }) {
      if (frameId === ofFrame) isScheduled = false
    },
    isDue: () => isScheduled,
    reset() {
      isScheduled = false
    },
  }
}
