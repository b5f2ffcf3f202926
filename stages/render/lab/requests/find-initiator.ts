import type { Protocol } from 'puppeteer-core'

/** Frames of a stack that are searched: more are recursion. */
const MAX_FRAMES = 30

/**
 * URL of the file that caused a request: the document or style sheet that names it, the module that imports it, or the innermost
 * script that ran; null when `findUrl` knows none of them. `findUrl`: the URL of the requested file with this name. Scripts may name
 * themselves what they like (`sourceURL`), so only names of requested files count.
 */
export function findInitiator(
  initiator: Protocol.Network.Initiator | undefined,
  findUrl: (name: string) => string | null,
): string | null {
  const frames = initiator?.stack?.callFrames ?? []
  const names = [initiator?.url, ...frames.slice(0, MAX_FRAMES).map(({ url }) => url)]
  for (const name of names) {
    const found = name ? findUrl(withoutFragment(name)) : null
    if (found !== null) return found
  }
  return null
}

/** Requests are logged without fragment. */
function withoutFragment(url: string): string {
  const at = url.indexOf('#')
  return at < 0 ? url : url.slice(0, at)
}
