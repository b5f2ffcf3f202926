import type { CDPSession, Protocol } from 'puppeteer-core'

/**
 * Calls `onShown` with the type of the navigation when the main frame shows its next document: each later event of the session is about
 * that one. The domain Page must be enabled.
 */
export function onNextDocument(
  session: CDPSession,
  onShown: (type: Protocol.Page.NavigationType) => void,
): void {
  const onNavigated = ({ frame, type }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.parentId !== undefined) return
    session.off('Page.frameNavigated', onNavigated)
    onShown(type)
  }
  session.on('Page.frameNavigated', onNavigated)
}
