import {
  Server,
  ServerCredentials,
  type ServerOptions,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'
import { healthName, type Need } from './needs.ts'
import { type PartsSecret, type RefusalLog, requirePartsSecret } from './parts-secret.ts'

export interface GrpcServerOptions {
  /** `host:port`; port 0 takes any free one. */
  readonly listen: string
  readonly services: readonly GrpcService[]
  /** Bytes of one message, in either direction. */
  readonly maxMessageBytes: number
  /** Calls without it are refused: see `requirePartsSecret`. */
  readonly secret: PartsSecret
  /** Gets a warning about refused calls. */
  readonly log?: RefusalLog | undefined
  readonly more?: ServerOptions
}

export interface GrpcService {
  /** Its name in health checks. */
  readonly name: string
  readonly definition: ServiceDefinition
  readonly implementation: UntypedServiceImplementation
}

export type GrpcServer = Awaited<ReturnType<typeof startGrpcServer>>

/** Serves these services and the standard health service. Rejects when the address is not available. */
export async function startGrpcServer(options: GrpcServerOptions) {
  const { listen, services, maxMessageBytes, secret, log, more } = options
  const server = new Server({
    ...more,
    interceptors: [requirePartsSecret(secret, log)],
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
  })
  for (const { definition, implementation } of services) server.addService(definition, implementation)
  const names = ['', ...services.map(({ name }) => name)]
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, 'SERVING'])))
  health.addToServer(server)
  const port = await bind(server, listen)

  const setServing = (serving: boolean) => {
    for (const name of names) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING')
  }
  let isClosing = false
  return {
    /** `host:port` of the server. */
    address: listen.replace(/:\d+$/, `:${port}`),
    /** Sets the status of the health service; calls are served either way. */
    setServing,
    /** Reports that the services serve, or do not because `need` is away. Without effect from `close` on. */
    setNeed(need: Need, isThere: boolean): void {
      if (isClosing) return
      health.setStatus(healthName(need), isThere ? 'SERVING' : 'NOT_SERVING')
      setServing(isThere)
    },
    /** Reports NOT_SERVING, accepts no new call, and aborts running calls after `graceMs`. */
    async close(graceMs: number): Promise<void> {
      isClosing = true
      setServing(false)
      await shutDown(server, graceMs)
    },
  }
}

function bind(server: Server, listen: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(listen, ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
}

/** `forceShutdown` closes only connections that channelz tracks: channelz must stay enabled. */
function shutDown(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), graceMs)
    server.tryShutdown(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
