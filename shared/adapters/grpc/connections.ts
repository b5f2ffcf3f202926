import { Client, connectivityState, credentials } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'
import { type PartsSecret, presentPartsSecret } from '#shared/rpc/parts-secret.ts'

export interface ConnectionLog {
  warn(fields: object, message: string): void
}

export interface ConnectionsOptions {
  /** Name of the service in failures and log lines. */
  readonly service: string
  /**
   * Comma-separated list of `host:port` and `dns:name:port`. A DNS name stands for all its addresses, used in
   * turn.
   */
  readonly addresses: string
  readonly maxMessageBytes: number
  /** Is sent with every call. */
  readonly secret: PartsSecret
  readonly log?: ConnectionLog | undefined
}

/** Longest time that a call waits for a connection. */
const CONNECT_MS = 500

/** A connection attempt without an answer (a lost host, a stopped process) is restarted after this. */
const HUNG_AFTER_MS = 2000

const channelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.service_config_disable_resolution': 1,
  'grpc.dns_min_time_between_resolutions_ms': 2000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  // A connected server that does not answer for 3 s is left out.
  'grpc.keepalive_time_ms': 1000,
  'grpc.keepalive_timeout_ms': 2000,
  'grpc.keepalive_permit_without_calls': 1,
  // An internal service must not be reached through the proxy of the environment variables.
  'grpc.enable_http_proxy': 0,
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_channelz': 0,
}

/**
 * Opens one channel per entry, so that a list may mix names and addresses, and no entry waits for another.
 */
export function connections(options: ConnectionsOptions) {
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
    /** One attempt to connect per entry of the list. */
    each,
    /**
     * The next connected server, round robin. Rejects with `SERVICE_UNAVAILABLE` if none is connected or
     * connects in time.
     */
    async next(deadline: number): Promise<Client> {
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

export type Connections = ReturnType<typeof connections>

function connection(address: string, { service, maxMessageBytes, secret, log }: ConnectionsOptions) {
  const interceptors = [presentPartsSecret(secret, address, log)]
  let openedAt = 0
  let client = open()

  function open(): Client {
    openedAt = performance.now()
    return new Client(address, credentials.createInsecure(), {
      ...channelOptions,
      interceptors,
      'grpc.max_receive_message_length': maxMessageBytes,
      'grpc.max_send_message_length': maxMessageBytes,
    })
  }

  /**
   * gRPC waits endlessly for a server that accepts the connection and stays silent, and TCP waits minutes for
   * a host that is cut off.
   */
  function reopenIfHung(waitedFor: Client): void {
    if (waitedFor !== client || performance.now() - openedAt < HUNG_AFTER_MS) return
    log?.warn({ address }, `${service} server does not answer, reconnecting`)
    client.close()
    client = open()
  }

  return {
    readyNow: () => (connectState(client) === connectivityState.READY ? client : undefined),
    async ready(deadline: number): Promise<Client> {
      const waitedFor = client
      const state = await waitForSettledState(waitedFor, Math.min(deadline, Date.now() + CONNECT_MS))
      if (state === connectivityState.READY) return waitedFor
      if (state === connectivityState.CONNECTING) reopenIfHung(waitedFor)
      throw new Error(`no connection to ${address} (${connectivityState[state]})`)
    },
    close: () => client.close(),
  }
}

/** The state of the channel; connects an idle one. Requesting to connect would reopen a closed channel. */
function connectState(client: Client): connectivityState {
  const channel = client.getChannel()
  const state = channel.getConnectivityState(false)
  return state === connectivityState.IDLE ? channel.getConnectivityState(true) : state
}

/** Waits until the channel is connected or has failed, at most until the deadline. Returns the state. */
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
