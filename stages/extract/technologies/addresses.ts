import { appendAll } from '#shared/append-all.ts'
import { contains, MultiPatternMatcher } from './multi-pattern-matcher.ts'

/** Longer URLs are cut. */
const maxUrlChars = 2_048
/** RFC 1035, section 2.3.4: longer names are no host. */
const maxHostChars = 253
/** URL Standard, authority state; a backslash counts as a slash there. */
const authorityEnd = /[/?#\\]/g

/** The parts of a URL in lower case; `host` is empty for a relative URL. */
export interface Address {
  readonly host: string
  /** From the first slash on, without query. */
  readonly path: string
  /** With query, without fragment. */
  readonly rest: string
}

function authorityStart(url: string): number {
  if (url.startsWith('https://')) return 8
  if (url.startsWith('http://')) return 7
  return url.startsWith('//') ? 2 : 0
}

function isOfOtherScheme(url: string): boolean {
  const colon = url.indexOf(':')
  const slash = url.indexOf('/')
  return colon >= 0 && (slash < 0 || colon < slash)
}

/** First index of `mark` from `start` on; the end of the text without one. */
function endOf(text: string, start: number, mark: string): number {
  const at = text.indexOf(mark, start)
  return at < 0 ? text.length : at
}

function endOfAuthority(url: string, start: number): number {
  authorityEnd.lastIndex = start
  return authorityEnd.exec(url)?.index ?? url.length
}

function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host.slice(0, endOf(host, 0, ':'))
}

/** Splits a URL as written; null for schemes without a host (`data:`, `blob:`, …). */
export function addressOf(written: string): Address | null {
  const url = written.slice(0, maxUrlChars).trim().toLowerCase()
  const start = authorityStart(url)
  if (url === '' || (start === 0 && isOfOtherScheme(url))) return null
  const end = start === 0 ? 0 : endOfAuthority(url, start)
  const tail = url.slice(end, endOf(url, end, '#'))
  const rest = tail.startsWith('/') ? tail : `/${tail}`
  return { host: hostOf(url.slice(start, end)), rest, path: rest.slice(0, endOf(rest, 0, '?')) }
}

interface Place {
  readonly path: string
  readonly name: string
}

/** Finds the technologies whose URL patterns match URLs of a page. */
export class AddressIndex {
  readonly #hosts = new Map<string, Place[]>()
  readonly #paths: MultiPatternMatcher<string>

  /** Patterns as `Signature` describes them, each with the name of its technology. */
  constructor(entries: readonly (readonly [trace: string, name: string])[]) {
    for (const [fingerprint, name] of entries)
      if (!fingerprint.startsWith('/')) this.#addHost(fingerprint, name)
    this.#paths = new MultiPatternMatcher(entries.filter(([fingerprint]) => fingerprint.startsWith('/')))
  }

  find(addresses: readonly Address[], into: Set<string>): void {
    const known = new Map<string, readonly Place[]>()
    for (const { host, rest } of addresses) {
      if (host === '') continue
      const places = known.get(host) ?? this.#placesOf(host)
      known.set(host, places)
      for (const { path, name } of places) if (path === '' || contains(rest, path)) into.add(name)
    }
    this.#paths.find(addresses.map(({ path }) => path).join('\n'), into)
  }

  #addHost(fingerprint: string, name: string): void {
    const end = endOf(fingerprint, 0, '/')
    const host = fingerprint.slice(0, end)
    const places = this.#hosts.get(host) ?? []
    places.push({ path: fingerprint.slice(end), name })
    this.#hosts.set(host, places)
  }

  /** Those of the host, then of its parent domains. */
  #placesOf(host: string): readonly Place[] {
    const places: Place[] = []
    if (host.length > maxHostChars) return places
    for (let domain = host; domain !== ''; domain = parentOf(domain))
      appendAll(places, this.#hosts.get(domain) ?? [])
    return places
  }
}

function parentOf(host: string): string {
  const dot = host.indexOf('.')
  return dot < 0 ? '' : host.slice(dot + 1)
}
