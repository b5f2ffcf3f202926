import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { type ISocketFactoryArgs, Kafka, logLevel, type SASLOptions } from 'kafkajs'
import { connectOnceAnswered } from './answered-connections.ts'
import { stayDisconnected } from './closed-connections.ts'
import { readBatchesOurselves } from './fetched-batches.ts'
import { kafkaLogLines } from './log-lines.ts'
import type { KafkaSettings } from './options.ts'
import { calmRequestTimer } from './request-timer.ts'
import { askForTopicIds } from './topic-ids.ts'

const CLIENT_ID = 'pageprobe'
const CONNECT_TIMEOUT_MS = 1000
const KEEP_ALIVE_MS = 60_000
/** Few and fast: what still fails then is made anew, connection and all, by whoever uses the client. */
const RETRY = { retries: 4, initialRetryTime: 60, maxRetryTime: 400 }

/** A kafkajs client whose requests fail after `requestTimeoutMs` without an answer. Connects to nothing yet. */
export function kafkaClient(settings: KafkaSettings, requestTimeoutMs: number): Kafka {
  return new Kafka({
    ...connectionSettings(settings, requestTimeoutMs),
    brokers: inTurns(settings.brokers),
    // Never restarted by kafkajs, which does so only for some errors: the membership rebuilds its consumer itself.
    retry: { ...RETRY, restartOnFailure: async () => false },
    logLevel: logLevel.WARN,
    logCreator: kafkaLogLines(settings.log),
  })
}

/** How connections to brokers are made, for clients and single connections alike. Mends kafkajs where it has to be. */
export function connectionSettings(settings: KafkaSettings, requestTimeoutMs: number) {
  calmRequestTimer()
  readBatchesOurselves(settings)
  connectOnceAnswered()
  stayDisconnected()
  askForTopicIds()
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
function inTurns(brokers: readonly string[]): () => Promise<string[]> {
  let turn = Math.floor(Math.random() * brokers.length)
  return async () => {
    turn += 1
    return brokers.map((_, at) => brokers[(at + turn) % brokers.length] as string)
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
