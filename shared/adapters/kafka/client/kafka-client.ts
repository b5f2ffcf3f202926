import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { type ISocketFactoryArgs, Kafka, logLevel, type SASLOptions } from 'kafkajs'
import { patchClosedClients } from '../patches/closed-clients.ts'
import { patchFetchDecoder } from '../patches/fetch-decoder.ts'
import { patchRequestTimer } from '../patches/request-timer.ts'
import { patchMetadataRequest } from '../patches/topic-ids.ts'
import { patchUnresponsiveBrokers } from '../patches/unresponsive-brokers.ts'
import { kafkajsLogCreator } from './kafkajs-log.ts'
import type { KafkaSettings } from './options.ts'

const CLIENT_ID = 'pageprobe'
const CONNECT_TIMEOUT_MS = 1000
const KEEP_ALIVE_MS = 60_000
/** Few and fast: what still fails then is made anew, connection and all, by whoever uses the client. */
const RETRY = { retries: 4, initialRetryTime: 60, maxRetryTime: 400 }

/** A kafkajs client whose requests fail after `requestTimeoutMs` without an answer. Connects to nothing yet. */
export function kafkaClient(settings: KafkaSettings, requestTimeoutMs: number): Kafka {
  return new Kafka({
    ...connectionSettings(settings, requestTimeoutMs),
    brokers: rotated(settings.brokers),
    // Never restarted by kafkajs, which does so only for some errors: the membership rebuilds its consumer itself.
    retry: { ...RETRY, restartOnFailure: async () => false },
    logLevel: logLevel.WARN,
    logCreator: kafkajsLogCreator(settings.log),
  })
}

/** How connections to brokers are made, for clients and single connections alike. Mends kafkajs where it has to be. */
export function connectionSettings(settings: KafkaSettings, requestTimeoutMs: number) {
  patchRequestTimer()
  patchFetchDecoder(settings)
  patchUnresponsiveBrokers()
  patchClosedClients()
  patchMetadataRequest()
  return {
    clientId: CLIENT_ID,
    ssl: settings.ssl,
    ...(settings.sasl ? { sasl: settings.sasl as SASLOptions } : {}),
    connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, requestTimeoutMs),
    authenticationTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    socketFactory,
  }
}

/** Each connection begins at the next broker of the list: one that is away is not the first for all of them. */
function rotated(brokers: readonly string[]): () => Promise<string[]> {
  let offset = Math.floor(Math.random() * brokers.length)
  return async () => {
    offset += 1
    return brokers.map((_, index) => brokers[(index + offset) % brokers.length] as string)
  }
}

/** As the one of kafkajs, without Nagle's delay (RFC 896), which would hold back small requests. */
function socketFactory({ host, port, ssl, onConnect }: ISocketFactoryArgs) {
  const target = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }
  if (!ssl) return connectTcp(target, onConnect)
  // An address is no name to indicate (RFC 6066, section 3).
  const options: ConnectionOptions = { ...target, ...(isIP(host) ? {} : { servername: host }), ...ssl }
  return connectTls(options, onConnect)
}
