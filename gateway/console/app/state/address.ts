/** An address of the console: the fragment `#/a/b?c=d` has the path `['a', 'b']` and the parameters `c=d`. */
export interface Route {
  readonly path: readonly string[]
  readonly parameters: URLSearchParams
}

/** What every view gets: its address. It renders the only h1 of the page. */
export interface ViewProps {
  readonly route: Route
}

const START = '#/inspect'

/** Parses a fragment; an empty one is that of the first view. */
export function parseRoute(hash: string): Route {
  const text = hash.startsWith('#/') && hash.length > 2 ? hash : START
  const [path = '', query = ''] = splitOnce(text.slice(2), '?')
  return { path: path.split('/').filter(Boolean).map(decoded), parameters: new URLSearchParams(query) }
}

/** The fragment of an address. Empty and undefined parameters are left out. */
export function hrefOf(
  path: readonly string[],
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(given).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${query && `?${query}`}`
}

/** Parameters of an address that say what is shown of a result, such as filters; they are none of the API. */
const SHOWN = 'show_'

/** The parameters of an address that say what is shown of a result. */
export function shownParameters(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...parameters].filter(([name]) => name.startsWith(SHOWN)))
}

/** The parameters of an address that are the API's. */
export function callParameters(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...parameters].filter(([name]) => !name.startsWith(SHOWN)))
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
