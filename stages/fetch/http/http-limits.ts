import type { DecompressionLimits } from './body/decode-stream.ts'

/** The bounds of the HTTP client. The values come from the configuration. */
export interface HttpLimits {
  /** Milliseconds for one page with all its redirects. */
  readonly timeoutMs: number
  /** Bytes of one body after decompression. */
  readonly maxBytes: number
  /** What compressed bodies may unpack to. */
  readonly decompression: DecompressionLimits
  readonly maxRedirects: number
  /** Bytes of one response's header section. Chromium takes 256 KiB. */
  readonly maxHeaderBytes: number
  /** Connections to one origin at a time; further requests to it wait, within their time. */
  readonly connectionsPerOrigin: number
  /** Milliseconds that an unused connection is kept. */
  readonly idleMs: number
}
