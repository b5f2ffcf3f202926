import type { Middleware } from 'koa'
import compress from 'koa-compress'

/** Answers of up to this many bytes are sent as they are (decisions section 6). */
const SMALL_BYTES = 1024

/** Compresses larger answers in the coding the client prefers: br, gzip or zstd. */
export const compression: Middleware = compress({
  threshold: SMALL_BYTES + 1,
  encodingPreference: ['br', 'gzip', 'zstd'],
  deflate: false,
})
