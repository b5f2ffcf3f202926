/** Complete by themselves (URL Standard, 4.4, scheme state with a special scheme): the base means nothing to them. */
const complete = /^https?:\/\//i
/** Paths that come out of the URL parser as they went in: no dot segments, nothing to percent-encode, no fragment. */
const settled = /^(?:\/[\w!$&()*+,;=:@~-][\w!$&()*+,;=:@~.-]*)+\/?(?:\?[\w!$&()*+,;=:@~.%/?-]*)?$/

/** An address as a page has it, seen from `base`; null when it can't be parsed. */
export function parseUrl(written: string, base: string): URL | null {
  return complete.test(written) ? URL.parse(written) : URL.parse(written, base)
}

/**
 * Makes addresses absolute, as the URL Standard does, from one base; null for those that can't be parsed. Most
 * addresses of a page lead into its own site and need no parsing.
 */
export function urlResolver(base: string): (written: string) => string | null {
  const root = new URL('/', base).href.slice(0, -1)
  return (written) => {
    if (settled.test(written)) return root + written
    const isOwn = written.startsWith(root) && settled.test(written.slice(root.length))
    return isOwn ? written : (parseUrl(written, base)?.href ?? null)
  }
}
