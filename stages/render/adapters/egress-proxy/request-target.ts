/** The host and port that a request is for. The egress policy checks the same values that the proxy connects to. */
export interface RequestTarget {
  /** In the form of the WHATWG URL parser; IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

/** Parses the authority-form of CONNECT (RFC 9112, section 3.2.3): host and port, both required. Null for all else. */
export function parseAuthorityForm(text: string): RequestTarget | null {
  const [, port] = /^[^\s/?#@\\]+:(\d{1,5})$/.exec(text) ?? []
  const url = port === undefined ? null : URL.parse(`http://${text}/`)
  return url === null || Number(port) === 0 ? null : toRequestTarget(url)
}

export interface AbsoluteTarget extends RequestTarget {
  /** The value of Host for the target. RFC 9112, section 3.2.2: a proxy ignores the Host that it receives. */
  readonly authority: string
  /** Path and query in the client's spelling. */
  readonly path: string
}

/** Parses the absolute-form (RFC 9112, section 3.2.2) of plain http URLs: https comes as CONNECT. Null for all else. */
export function parseAbsoluteForm(text: string): AbsoluteTarget | null {
  const [, path] = /^http:\/\/[^\s/?#@\\]+((?:[/?][^\s#]*)?)$/i.exec(text) ?? []
  const url = path === undefined ? null : URL.parse(text)
  if (url === null || path === undefined) return null
  return { ...toRequestTarget(url), authority: url.host, path: path.startsWith('/') ? path : `/${path}` }
}

/** `host:port`, the same for each spelling of a target. */
export function toEndpoint({ host, port }: RequestTarget): string {
  return `${host}:${port}`
}

/** Host and port of an http(s) or ws(s) URL. */
export function toRequestTarget(url: URL): RequestTarget {
  const fallback = url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || fallback }
}
