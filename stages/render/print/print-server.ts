import type { PartsSecret, RefusalLog } from '#shared/rpc/parts-secret.ts'
import {
  MAX_MESSAGE_BYTES,
  type PrintRequest,
  printingService,
  serviceName,
} from '#shared/rpc/printing/protocol.ts'
import { type GrpcServer, startGrpcServer } from '#shared/rpc/server.ts'
import { type CallLog, makeServerCalls } from '#shared/rpc/server-calls.ts'
import type { Printer } from './printer.ts'

export interface PrintServerOptions {
  /** `host:port`. Port 0 takes any free port. */
  readonly listen: string
  readonly printer: Printer
  readonly secret: PartsSecret
  readonly log: CallLog & RefusalLog
}

/**
 * Serves `proto/printing.proto` and the standard health service. Rejects when it cannot listen at the address. `close` aborts what
 * is being printed: a client asks again.
 */
export async function startPrintServer({
  listen,
  printer,
  secret,
  log,
}: PrintServerOptions): Promise<GrpcServer> {
  const closing = new AbortController()
  const { sender } = makeServerCalls({ service: 'printing', closing: closing.signal, log })
  const implementation = {
    Print: sender<PrintRequest>(async ({ html }, signal) => [await printer.print(html, signal)]),
  }
  const server = await startGrpcServer({
    ...{ listen, secret, log, maxMessageBytes: MAX_MESSAGE_BYTES },
    services: [{ name: serviceName, definition: printingService, implementation }],
  })
  return {
    ...server,
    close(graceMs) {
      closing.abort()
      return server.close(graceMs)
    },
  }
}
