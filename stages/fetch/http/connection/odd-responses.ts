import { subscribe } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'
import { expectResponse } from '#shared/egress/response/expect-response.ts'

const headLimits = new WeakMap<Duplex, number>()

/**
 * Makes undici read, on this HTTP/1 connection, responses that browsers read and its strict parser would refuse, see
 * `StrictResponse`. Heads of up to `maxHeadBytes` are meant.
 */
export function readOddResponses(socket: Duplex, maxHeadBytes: number): void {
  subscribeOnce()
  headLimits.set(socket, maxHeadBytes)
}

let isSubscribed = false

/** Subscribes to undici's diagnostics channel, which is global: it tells of each request before it is sent. */
function subscribeOnce(): void {
  if (isSubscribed) return
  isSubscribed = true
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, socket } = message as { request: { readonly method: string }; socket: Duplex }
    const maxHeadBytes = headLimits.get(socket)
    if (maxHeadBytes !== undefined)
      expectResponse(socket, { maxHeadBytes, isOfHead: request.method === 'HEAD' })
  })
}
