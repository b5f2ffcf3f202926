import type { Protocol } from 'puppeteer-core'

/** The navigations that a frame has scheduled. The handlers take the CDP events of the same name. */
export interface ScheduledNavigations {
  frameScheduledNavigation(event: Protocol.Page.FrameScheduledNavigationEvent): void
  frameClearedScheduledNavigation(event: Protocol.Page.FrameClearedScheduledNavigationEvent): void
  /**
   * Whether a navigation is about to begin. Chromium clears the schedule only after it has reported the request of the navigation, so
   * there is no moment at which the frame seems to stay.
   */
  isDue(): boolean
  /** Forgets the schedule of the previous document. */
  reset(): void
}

/** Seconds. A `refresh` with a longer delay is no substitute for a redirect. */
const IMMEDIATE_S = 0.1

/** Tracks the schedule of one frame. */
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
