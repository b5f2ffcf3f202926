import type { DecompressionLimits } from './body/decode-stream.ts'
import type { ConnectionLimits } from './connection/connections.ts'

/** The limits of the HTTP client. The values come from the configuration. */
export interface HttpLimits extends ConnectionLimits {
  /** Milliseconds for one page with all its redirects. */
  readonly timeoutMs: number
  /** Bytes of one body after decompression. */
  readonly maxBytes: number
  /** The allowed size of decompressed bodies. */
  readonly decompression: DecompressionLimits
  readonly maxRedirects: number
}
