import { Client, connectivityState, credentials } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'

export interface ConnectionLog {
  warn(fields: object, message: string): void
}

export interface ConnectionsOptions {
  /** What the servers offer, as failures and log lines name it. */
  readonly service: string
  /** Comma list of `host:port` and `dns:name:port`; a name stands for all its addresses, in turn. */
  readonly addresses: string
  readonly maxMessageBytes: number
  readonly log?: ConnectionLog | undefined
}

export interface Connections {
  /** The next server in turn that is connected. Rejects with `SERVICE_UNAVAILABLE` when none is or gets so soon. */
  next(deadline: number): Promise<Client>
  /** One attempt for each entry of the list, to be asked for all. */
  each(deadline: number): Promise<Client>[]
  close(): void
}

/** A server that takes longer to connect to is away: a caller waits no longer than this. */
const CONNECT_MS = 500

/** A connection that hangs (a lost host, a stopped process) is begun anew after this. */
const HUNG_AFTER_MS = 2000

const channelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.service_config_disable_resolution': 1,
  'grpc.dns_min_time_between_resolutions_ms': 2000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  // A server that is connected but does not answer for 3 s is left out.
  'grpc.keepalive_time_ms': 1000,
  'grpc.keepalive_timeout_ms': 2000,
  'grpc.keepalive_permit_without_calls': 1,
  // An inner service: never through the proxy that the environment may name for the outer world.
  'grpc.enable_http_proxy': 0,
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_channelz': 0,
}

/** One channel for each entry: a list may mix names and addresses, and no entry waits for another. */
export function connections(options: ConnectionsOptions): Connections {
  const all = options.addresses
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((address) => connection(address, options))
  let lastIndex = 0

  function nextReady(): Client | undefined {
    for (let tried = 0; tried < all.length; tried++) {
      lastIndex = (lastIndex + 1) % all.length
      const client = all[lastIndex]?.readyNow()
      if (client !== undefined) return client
    }
    return undefined
  }

  const each = (deadline: number) => all.map((one) => one.ready(deadline))
  return {
    each,
    async next(deadline) {
      const client = nextReady()
      if (client !== undefined) return client
      try {
        return await Promise.any(each(deadline))
      } catch (cause) {
        throw unavailable(options.service, cause)
      }
    },
    close() {
      for (const one of all) one.close()
    },
  }
}

interface Connection {
  readyNow(): Client | undefined
  ready(deadline: number): Promise<Client>
  close(): void
}

function connection(address: string, { service, maxMessageBytes, log }: ConnectionsOptions): Connection {
  let openedAt = 0
  let client = open()

  function open(): Client {
    openedAt = performance.now()
    return new Client(address, credentials.createInsecure(), {
      ...channelOptions,
      'grpc.max_receive_message_length': maxMessageBytes,
      'grpc.max_send_message_length': maxMessageBytes,
    })
  }

  /** gRPC waits without end for a server that accepts and stays silent, TCP for minutes for one that is cut off. */
  function reopenIfHung(waitedFor: Client): void {
    if (waitedFor !== client || performance.now() - openedAt < HUNG_AFTER_MS) return
    log?.warn({ address }, `${service} server does not answer, connecting anew`)
    client.close()
    client = open()
  }

  return {
    readyNow: () => (connectState(client) === connectivityState.READY ? client : undefined),
    async ready(deadline) {
      const waitedFor = client
      const state = await waitForSettledState(waitedFor, Math.min(deadline, Date.now() + CONNECT_MS))
      if (state === connectivityState.READY) return waitedFor
      if (state === connectivityState.CONNECTING) reopenIfHung(waitedFor)
      throw new Error(`no connection to ${address} (${connectivityState[state]})`)
    },
    close: () => client.close(),
  }
}

/** The state; an idle channel connects. Asking a closed one to connect would bring it back to life. */
function connectState(client: Client): connectivityState {
  const channel = client.getChannel()
  const state = channel.getConnectivityState(false)
  return state === connectivityState.IDLE ? channel.getConnectivityState(true) : state
}

/** Waits until the channel is connected or has failed, at most until the deadline. */
async function waitForSettledState(client: Client, deadline: number): Promise<connectivityState> {
  for (;;) {
    const state = connectState(client)
    const pending = state === connectivityState.CONNECTING || state === connectivityState.IDLE
    if (!pending || Date.now() >= deadline) return state
    await nextStateChange(client, state, deadline)
  }
}

function nextStateChange(client: Client, from: connectivityState, deadline: number): Promise<void> {
  return new Promise((resolve) => {
    client.getChannel().watchConnectivityState(from, deadline, () => resolve())
  })
}
