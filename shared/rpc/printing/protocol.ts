import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

/** The service name in calls and health checks. */
export const serviceName = 'pageprobe.printing.v1.Printing'

/** The service of `proto/printing.proto`: server and client share this definition. */
export const printingService = loadSync(`${import.meta.dirname}/../../../proto/printing.proto`, {
  defaults: true,
})[serviceName] as ServiceDefinition

/** Bytes of a document: a report of 5 MB with a logo. */
export const MAX_HTML_BYTES = 5_500_000

/** Bytes of one message, in either direction: a document and what frames it. */
export const MAX_MESSAGE_BYTES = MAX_HTML_BYTES + 65_536

/** Milliseconds from a call until its document is printed; longer waits fail. */
export const PRINT_CALL_MS = 120_000

export interface PrintRequest {
  readonly html: string
}
