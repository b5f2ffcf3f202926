import { unavailable } from '#shared/errors.ts'
import type { Printing } from '#shared/ports/printing.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import {
  MAX_HTML_BYTES,
  MAX_MESSAGE_BYTES,
  PRINT_CALL_MS,
  printingService,
} from '#shared/rpc/printing/protocol.ts'
import { tooLargeToPrint } from '#shared/rpc/printing/too-large.ts'
import type { AnyMethod } from './calls.ts'
import { makeConnectionPool } from './connection-pool.ts'
import { type ConnectionLog, connections } from './connections.ts'
import { readText } from './text-streams.ts'

export interface GrpcPrintingOptions {
  /**
   * Where the render parts print, as `connections` takes it; null where none does. Asked at each call: a process that replaces
   * another one listens at another port.
   */
  addresses(): string | null
  readonly secret: PartsSecret
  /** Gets a warning when the render part does not answer, or refuses the secret. */
  readonly log?: ConnectionLog
}

const SERVICE = 'printing'
/** The server has given up the call before its client does. */
const MARGIN_MS = 5000
/** A connection that was not used for so long is closed. */
const IDLE_MS = 600_000
const MAX_CONNECTIONS = 2

/** `Printing` over gRPC (`proto/printing.proto`). Connects at the first call. */
export function grpcPrinting({ addresses, ...options }: GrpcPrintingOptions): Printing {
  const maxMessageBytes = MAX_MESSAGE_BYTES
  const pool = makeConnectionPool({
    open: (all) => connections({ ...options, addresses: all, service: SERVICE, maxMessageBytes }),
    idleMs: IDLE_MS,
    max: MAX_CONNECTIONS,
  })
  return {
    async print(html, signal) {
      if (Buffer.byteLength(html) > MAX_HTML_BYTES) throw tooLargeToPrint('it has more than 5 MB of HTML')
      const all = addresses()
      if (all === null) throw unavailable(SERVICE)
      const server = await pool.to(all).next(Date.now() + PRINT_CALL_MS)
      const method = printingService.Print as AnyMethod
      const firstMs = PRINT_CALL_MS + MARGIN_MS
      const pdf = await readText(server, { service: SERVICE, method, request: { html }, signal, firstMs })
      if (pdf === null) throw unavailable(SERVICE)
      return pdf
    },
    close: () => pool.close(),
  }
}
