import type { Sites } from '../site-calls.ts'
import type { AskRequest, CopyRequest, SendReply, SendRequest } from './protocol.ts'

/**
 * Calls of batch parts, by their addresses (`host:port`). Methods reject with a failure of `notAccepted` when the part cannot
 * be connected to or has refused the call. Any other `SERVICE_UNAVAILABLE` leaves open what became of it.
 */
export interface ShardCalls {
  /** Within 15 s. */
  send(address: string, request: SendRequest): Promise<SendReply>
  /** Returns JSON, within 3 s. A question changes nothing: every `SERVICE_UNAVAILABLE` is a failure of `notAccepted`. */
  ask(address: string, request: AskRequest): Promise<Uint8Array>
  sites(address: string): Sites
  /** What the shard has gathered of a batch, as the bytes of a file. Its first bytes come within 15 s. */
  copy(address: string, request: CopyRequest, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /** Calls fail from then on; those under way end. */
  close(): void
}
