import { openIsolatedWorld } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'
import { findPreconnects } from './page/find-preconnects.ts'

/** Pages should have four at most (Lighthouse), and have a few dozen links. */
const limits = { max: 50, maxElements: 2000, maxOriginChars: 300 }

/**
 * The origins that link elements of the loaded page connect to ahead. The browser of the lab does not follow such hints: the headless
 * shell never does, and whole browsers do in their default context only. Rejects when the page has navigated.
 */
export async function readPreconnects(tab: Tab): Promise<string[]> {
  return (await openIsolatedWorld(tab)).run(findPreconnects, limits)
}
