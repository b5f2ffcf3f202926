import type { Egress } from '#shared/egress/egress.ts'
import { makeForwarder } from './forwarder.ts'
import { type Listen, openListener } from './listener.ts'
import { makeProxyAuth, type ProxyCredential } from './proxy-auth.ts'
import { makeTargetConnections } from './target-connections.ts'
import { makeTrafficAccount, type TrafficAccount, type TrafficBudget } from './traffic-accounting.ts'
import { makeTunnel } from './tunnel.ts'

export interface ProxyLimits extends TrafficBudget {
  /** Connections to connections at a time; what would need one more fails. */
  readonly maxConnections: number
  /** Bytes of one header section, of requests and answers. */
  readonly maxHeaderBytes: number
  /** Milliseconds without a byte until a connection is closed. */
  readonly idleMs: number
}

export interface EgressProxyOptions {
  readonly egress: Egress
  readonly limits: ProxyLimits
  /** Where the browser runs, see `Jail`. */
  readonly listen: Listen
  /** The job's: when it is aborted, the proxy closes. */
  readonly signal?: AbortSignal
}

/** The way out of one job's browser context: everything it loads passes the policy and counts for the job. */
export interface EgressProxy extends Pick<TrafficAccount, 'counts' | 'refusals' | 'failureOf' | 'exceeded'> {
  /** For `createBrowserContext`, see `egressContext`. */
  readonly url: string
  /** Without it nobody gets anything, so no other program of the machine can use the proxy: see `admitBrowser`. */
  readonly credential: ProxyCredential
  /** Answered by the proxy itself, with 204. */
  readonly authProbeUrl: string
  /** From now on, what `isBlocked` says of gets nowhere: it is asked once of each request, and of the origin of each tunnel. */
  block(isBlocked: (url: string) => boolean): void
  /** Ends everything; when it resolves, nobody can connect and no connection stands. May be called again. */
  close(): Promise<void>
}

/**
 * Opens a forward proxy for one job: plain http in absolute form, everything else by CONNECT.
 * Each connection is judged by the policy and goes to a judged address. Rejects with the reason of an aborted signal.
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
  const shared = {
    connections: connections,
    traffic: traffic,
    idleMs,
    isBlocked: (url: string) => isBlocked(url),
  }
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
