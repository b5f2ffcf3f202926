import type { Egress } from '#shared/egress/egress.ts'
import { type Credential, makeDoor } from '../../proxy/door.ts'
import { type Budget, type Ledger, makeLedger } from '../../proxy/ledger.ts'
import { makeForward } from './forward.ts'
import { type Listen, openListener } from './listener.ts'
import { makeTargets } from './targets.ts'
import { makeTunnel } from './tunnel.ts'

export interface ProxyLimits extends Budget {
  /** Connections to targets at a time; what would need one more fails. */
  readonly maxConnections: number
  /** Bytes of one header section, of requests and answers. */
  readonly maxHeaderBytes: number
  /** Milliseconds without a byte until a connection is closed. */
  readonly idleMs: number
}

export interface ProxyOptions {
  readonly egress: Egress
  readonly limits: ProxyLimits
  /** Where the browser runs, see `Jail`. */
  readonly listen: Listen
  /** The job's: when it is aborted, the proxy closes. */
  readonly signal?: AbortSignal
}

/** The way out of one job's browser context: everything it loads passes the policy and counts for the job. */
export interface EgressProxy extends Pick<Ledger, 'counts' | 'refusals' | 'failureOf' | 'exceeded'> {
  /** For `createBrowserContext`, see `egressContext`. */
  readonly url: string
  /** Without it nobody gets anything, so no other program of the machine can use the proxy: see `admitBrowser`. */
  readonly credential: Credential
  /** Answered by the proxy itself, with 204. */
  readonly admissionUrl: string
  /** From now on, what `isBlocked` says of gets nowhere: it is asked once of each request, and of the origin of each tunnel. */
  block(isBlocked: (url: string) => boolean): void
  /** Ends everything; when it resolves, nobody can connect and no connection stands. May be called again. */
  close(): Promise<void>
}

/**
 * Opens a forward proxy for one job: plain http in absolute form, everything else by CONNECT.
 * Each connection is judged by the policy and goes to a judged address. Rejects with the reason of an aborted signal.
 */
export async function openProxy({ egress, limits, listen, signal }: ProxyOptions): Promise<EgressProxy> {
  const { maxConnections, maxHeaderBytes, idleMs } = limits
  const door = makeDoor()
  const ledger = makeLedger(limits, (limit) => {
    if (limit === 'bytes') drop()
  })
  const targets = makeTargets({ connector: egress.connector, maxConnections, onBytes: ledger.receive })
  let isBlocked = (_url: string) => false
  const common = { targets, ledger, idleMs, isBlocked: (url: string) => isBlocked(url) }
  const forward = makeForward({ ...common, maxHeaderBytes })
  const onConnect = makeTunnel(common)
  const listener = await openListener({
    ...{ door, maxHeaderBytes, idleMs, listen },
    onRequest: forward.handle,
    onConnect,
  })

  function drop(): void {
    targets.close()
    forward.close()
    listener.dropClients()
  }
  const close = async () => {
    signal?.removeEventListener('abort', close)
    drop()
    await listener.close()
  }
  signal?.addEventListener('abort', close)
  if (signal?.aborted) await close()
  signal?.throwIfAborted()
  const { url } = listener
  const { credential, admissionUrl } = door
  const { counts, refusals, failureOf, exceeded } = ledger
  return {
    ...{ url, credential, admissionUrl, counts, refusals, failureOf, exceeded, close },
    block(judge) {
      isBlocked = judge
    },
  }
}
