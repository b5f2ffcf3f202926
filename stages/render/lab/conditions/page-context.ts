import type { IsolatedWorld, PageScript } from '../../tab/isolated-world.ts'

/** What a page can read about the browser of its visitor. */
export interface PageContext {
  /** An IANA time zone. */
  readonly timezone: string
  /** A language tag of BCP 47. */
  readonly language: string
  readonly cookiesEnabled: boolean
}

/** What every page reads in a browser of the service; for pages that are too busy to be asked. */
export const launchedContext: PageContext = { timezone: 'UTC', language: 'en-US', cookiesEnabled: true }

const contextScript: PageScript<null, PageContext> = {
  main: () => ({
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    cookiesEnabled: navigator.cookieEnabled,
  }),
}

/**
 * Reads the context of a page once it is loaded: the first time zone of a process costs its main thread 10 ms, and 40 ms on an
 * emulated phone, which would delay the first paint.
 */
export function readPageContext(world: IsolatedWorld): Promise<PageContext> {
  return world.run(contextScript, null)
}
