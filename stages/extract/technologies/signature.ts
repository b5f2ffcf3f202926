/**
 * How a technology shows itself. Traces are plain texts, lower case but for `inline` and `hook`, and never end within
 * a word of what they are found in: `apache` is in `Apache/2.4`, not in `Apache-Coyote`; `/jquery-3` is in
 * `/jquery-3.7.1.js`, not in `/jquery-31.js`. None is looked for in the text that visitors read.
 *
 * Addresses are `host`, `host/path` or `/path`. A host stands for its subdomains too, the path is contained in the
 * path that follows it; paths of any host are not looked for in queries.
 */
export interface Signature {
  readonly name: string
  /** Begins a generator meta, or a part of it after a comma or semicolon. */
  readonly generator?: readonly string[]
  /** The name of another meta; with the words that its content begins with. */
  readonly meta?: readonly (readonly [name: string, value?: string])[]
  /** The name of a response header; with words of its value. */
  readonly header?: readonly (readonly [name: string, value?: string])[]
  /** Begins `name=value` of a cookie that the answer sets. */
  readonly cookie?: readonly string[]
  /** Address of a script, of what a link element loads, or of a frame. */
  readonly address?: readonly string[]
  readonly script?: readonly string[]
  /** Address of a style sheet, icon or manifest, of what is preloaded or connected to. */
  readonly link?: readonly string[]
  readonly frame?: readonly string[]
  /** Address of an image, counting pixels included. */
  readonly image?: readonly string[]
  /** Address of the page itself. */
  readonly site?: readonly string[]
  /** In the beginning of an inline script, as written. */
  readonly inline?: readonly string[]
  /** In the markup, exactly: `id:…`, `attribute:…`, `tag:…`, `class:…` of html or body, `type:…` of a script, `rel:…` of a link. */
  readonly marker?: readonly string[]
  /** Technologies that surely come with it. */
  readonly implies?: readonly string[]
}

/** The kinds of traces that are a list of texts. */
export type TextKind = Exclude<keyof Signature, 'name' | 'implies' | 'meta' | 'header'>
