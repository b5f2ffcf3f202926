/** Where a request shall go: what the policy judges is what is connected to. */
export interface RequestTarget {
  /** As the WHATWG URL parser writes it; IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

/** RFC 9112, section 3.2.3 (authority-form, of CONNECT): host and port, both. Null for anything else. */
export function parseAuthorityForm(text: string): RequestTarget | null {
  const [, port] = /^[^\s/?#@\\]+:(\d{1,5})$/.exec(text) ?? []
  const url = port === undefined ? null : URL.parse(`http://${text}/`)
  return url === null || Number(port) === 0 ? null : toRequestTarget(url)
}

export interface AbsoluteTarget extends RequestTarget {
  /** The value of Host that belongs to the target (RFC 9112, section 3.2.2: the one received is ignored). */
  readonly authority: string
  /** Path and query as the client wrote them. */
  readonly path: string
}

/** RFC 9112, section 3.2.2 (absolute-form), plain http only: whatever is secure comes as CONNECT. Null for anything else. */
export function parseAbsoluteForm(text: string): AbsoluteTarget | null {
  const [, path] = /^http:\/\/[^\s/?#@\\]+((?:[/?][^\s#]*)?)$/i.exec(text) ?? []
  const url = path === undefined ? null : URL.parse(text)
  if (url === null || path === undefined) return null
  return { ...toRequestTarget(url), authority: url.host, path: path.startsWith('/') ? path : `/${path}` }
}

/** `host:port`, the same for every spelling of a target. */
export function toEndpoint({ host, port }: RequestTarget): string {
  return `${host}:${port}`
}

/** Host and port of an http(s) or ws(s) URL. */
export function toRequestTarget(url: URL): RequestTarget {
  const fallback = url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || fallback }
}
