import { hash as digest, timingSafeEqual } from 'node:crypto'
import {
  InterceptingCall,
  type Interceptor,
  ServerInterceptingCall,
  type ServerInterceptor,
  status,
} from '@grpc/grpc-js'

/** The secret that all parts of an installation share. Every call between parts carries it. */
export interface PartsSecret {
  /** Printable ASCII without spaces. May change while the process runs. */
  current(): string
}

/** Receives a line about refused calls, at most every 10 s. */
export interface RefusalLog {
  warn(fields: object, message: string): void
}

/** A bearer token (RFC 6750, section 2.1). */
const HEADER = 'authorization'
const HEALTH_PATH = '/grpc.health.v1.Health/'
const LOG_EVERY_MS = 10_000
const REFUSAL =
  'PARTS_SECRET of the caller is missing or not that of this part: it must be the same in all parts'

/**
 * Refuses calls without the secret with UNAUTHENTICATED, before their messages are read or their handlers run. The
 * standard health service is open to callers without a secret (probes); it refuses a wrong one, so that the ping of a part
 * with another secret fails.
 */
export function requirePartsSecret(secret: PartsSecret, log?: RefusalLog): ServerInterceptor {
  const warn = everySoOften(log)
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, proceed) {
            const [presented] = metadata.get(HEADER)
            // Handlers do not see it, so that they cannot log it.
            metadata.remove(HEADER)
            const isOpen = presented === undefined && path.startsWith(HEALTH_PATH)
            if (isOpen || isSame(String(presented), bearer(secret))) return proceed(metadata)
            warn({ method: path, peer: call.getPeer() }, REFUSAL)
            call.sendStatus({ code: status.UNAUTHENTICATED, details: REFUSAL })
          },
        })
      },
    })
}

/** Sends the secret with every call. The log gets a line when the server at `address` refuses it. */
export function presentPartsSecret(secret: PartsSecret, address: string, log?: RefusalLog): Interceptor {
  const warn = everySoOften(log)
  return (options, nextCall) =>
    new InterceptingCall(nextCall(options), {
      start(metadata, _listener, next) {
        const own = metadata.clone()
        own.set(HEADER, bearer(secret))
        next(own, {
          onReceiveStatus(ended, proceed) {
            if (ended.code === status.UNAUTHENTICATED) {
              warn(
                { address },
                'another part refused PARTS_SECRET of this part: it must be the same in all parts',
              )
            }
            proceed(ended)
          },
        })
      },
    })
}

function bearer(secret: PartsSecret): string {
  return `Bearer ${secret.current()}`
}

/** Compares digests, which have one length, in constant time. */
function isSame(presented: string, expected: string): boolean {
  return timingSafeEqual(digest('sha256', presented, 'buffer'), digest('sha256', expected, 'buffer'))
}

function everySoOften(log: RefusalLog | undefined): RefusalLog['warn'] {
  let lastMs = Number.NEGATIVE_INFINITY
  return (fields, message) => {
    if (performance.now() - lastMs < LOG_EVERY_MS) return
    lastMs = performance.now()
    log?.warn(fields, message)
  }
}
