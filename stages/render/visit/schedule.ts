import type { Protocol } from 'puppeteer-core'

/** What a frame has announced that it will do. The handlers take the events of the same name. */
export interface Schedule {
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
const SOON_S = 0.1

export function makeSchedule(ofFrame: string): Schedule {
  let due = false
  return {
    frameScheduledNavigation({ frameId, delay }) {
      if (frameId === ofFrame) due = delay <= SOON_S
    },
    frameClearedScheduledNavigation({ frameId }) {
      if (frameId === ofFrame) due = false
    },
    isDue: () => due,
    reset() {
      due = false
    },
  }
}
