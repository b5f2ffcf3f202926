import type { Egress } from '#shared/egress/egress.ts'
import type { TabProxy } from '../../tab/tab-proxy.ts'
import { makeForwarder } from './forwarder.ts'
import { type Listen, openListener } from './listener.ts'
import { makeProxyAuth, type ProxyCredential } from './proxy-auth.ts'
import { makeTargetConnections } from './target-connections.ts'
import { makeTrafficAccount, type TrafficBudget } from './traffic-accounting.ts'
import { makeTunnel } from './tunnel.ts'

export interface ProxyLimits extends TrafficBudget {
  /** Connections to connections at a time; what would need one more fails. */
  readonly maxConnections: number
  /** Maximum bytes of a header section, of requests and of responses. */
  readonly maxHeaderBytes: number
  /** Milliseconds without a byte after which a connection is closed. */
  readonly idleMs: number
}

export interface EgressProxyOptions {
  readonly egress: Egress
  readonly limits: ProxyLimits
  /** Opens the port where the browser runs, see `NetworkSandbox.listen`. */
  readonly listen: Listen
  /** Of the job: the proxy closes when it is aborted. */
  readonly signal?: AbortSignal
}

/** The egress proxy of the browser context of one job. */
export interface EgressProxy extends TabProxy {
  /** For `createBrowserContext`, see `egressContext`. */
  readonly url: string
  /** Required of each client, so no other program on the machine can use the proxy: see `authenticateBrowser`. */
  readonly credential: ProxyCredential
  /** The proxy itself answers this URL, with 204. */
  readonly authProbeUrl: string
  /** Closes all connections and the port; resolves when both are closed. May be called again. */
  close(): Promise<void>
}

/**
 * Opens a forward proxy for one job: plain http in absolute form, all other protocols by CONNECT. The egress policy checks each
 * connection, and the proxy connects to the address that was checked. Rejects with the reason of an aborted signal.
 */
export async function openEgressProxy({
  egress,
  limits,
  listen,
  signal,
}: EgressProxyOptions): Promise<EgressProxy> {
  const { maxConnections, maxHeaderBytes, idleMs } = limits
  const auth = makeProxyAuth()
  const traffic = makeTrafficAccount(limits, (limit) => {
    if (limit === 'bytes') dropConnections()
  })
  const connections = makeTargetConnections({
    connector: egress.connector,
    maxConnections,
    onBytes: traffic.addReceivedBytes,
  })
  let isBlocked = (_url: string) => false
  const shared = { connections, traffic, idleMs, isBlocked: (url: string) => isBlocked(url) }
  const forwarder = makeForwarder({ ...shared, maxHeaderBytes })
  const onConnect = makeTunnel(shared)
  const listener = await openListener({
    ...{ auth, maxHeaderBytes, idleMs, listen },
    onRequest: forwarder.handle,
    onConnect,
  })

  function dropConnections(): void {
    connections.close()
    forwarder.close()
    listener.dropClients()
  }
  const close = async () => {
    signal?.removeEventListener('abort', close)
    dropConnections()
    await listener.close()
  }
  signal?.addEventListener('abort', close)
  if (signal?.aborted) await close()
  signal?.throwIfAborted()
  const { url } = listener
  const { credential, authProbeUrl } = auth
  const { counts, refusals, failureOf, exceeded } = traffic
  return {
    ...{ url, credential, authProbeUrl, counts, refusals, failureOf, exceeded, close },
    block(predicate) {
      isBlocked = predicate
    },
  }
}
