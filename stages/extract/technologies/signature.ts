/**
 * How a technology is recognised. Patterns are plain texts, in lower case except for `inline` and `marker`. A
 * match never ends within a word: `apache` matches `Apache/2.4`, not `Apache-Coyote`; `/jquery-3` matches
 * `/jquery-3.7.1.js`, not `/jquery-31.js`. Visible text is never searched.
 * URL patterns are `host`, `host/path` or `/path`. A host includes its subdomains; its path must occur in the path
 * of the URL. A pattern without a host is not searched for in queries. See
 * `infra/docs/decisions/technology-signatures.md`.
 */
export interface Signature {
  readonly name: string
  /** Beginning of a generator meta, or of a part of it after a comma or semicolon. */
  readonly generator?: readonly string[]
  /** Name of another meta, with the words that its content begins with. */
  readonly meta?: readonly (readonly [name: string, value?: string])[]
  /** Name of a response header, with words of its value. */
  readonly header?: readonly (readonly [name: string, value?: string])[]
  /** Beginning of `name=value` of a cookie that the response sets. */
  readonly cookie?: readonly string[]
  /** URL of a script, of a file that a link element loads, or of a frame. */
  readonly address?: readonly string[]
  readonly script?: readonly string[]
  /** URL of a style sheet, icon or manifest, or of a preload or preconnect. */
  readonly link?: readonly string[]
  readonly frame?: readonly string[]
  /** URL of an image, tracking pixels included. */
  readonly image?: readonly string[]
  /** URL of the page itself. */
  readonly site?: readonly string[]
  /** Text at the beginning of an inline script, as written. */
  readonly inline?: readonly string[]
  /**
   * Exact marker of the markup: `id:…`, `attribute:…`, `tag:…`, `class:…` of html or body, `type:…` of a script,
   * `rel:…` of a link.
   */
  readonly marker?: readonly string[]
  /** Technologies that always come with it. */
  readonly implies?: readonly string[]
}

/** Kinds of patterns that are a list of texts. */
export type TextKind = Exclude<keyof Signature, 'name' | 'implies' | 'meta' | 'header'>

/**
 * URL patterns of a published package on the public CDNs jsDelivr, unpkg and cdnjs. `folder` is its name on cdnjs
 * where that differs.
 */
export function onCdns(name: string, folder = name): string[] {
  return [`/npm/${name}`, `unpkg.com/${name}`, `/ajax/libs/${folder}/`]
}

/** The same, and its file on any host, for file names that no other package uses. */
export function packageFiles(name: string, folder = name): string[] {
  return [`/${name}.js`, `/${name}.min.js`, ...onCdns(name, folder)]
}
