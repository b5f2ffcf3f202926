import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { type ISocketFactoryArgs, Kafka, type LogEntry, logLevel, type SASLOptions } from 'kafkajs'
import type { AdapterLog } from '../../../log.ts'
import { patchKafkajs } from '../patches/patch-kafkajs.ts'
import type { KafkaSettings } from './options.ts'

const CLIENT_ID = 'pageprobe'
const CONNECT_TIMEOUT_MS = 1000
const KEEP_ALIVE_MS = 60_000
/**
 * Few, fast retries: after them the caller of the client discards it with all its connections and creates a
 * new one.
 */
const RETRY = { retries: 4, initialRetryTime: 60, maxRetryTime: 400 }

/**
 * Creates a kafkajs client without connecting. A request without a response within `requestTimeoutMs` fails.
 */
export function kafkaClient(settings: KafkaSettings, requestTimeoutMs: number): Kafka {
  return new Kafka({
    ...connectionSettings(settings, requestTimeoutMs),
    brokers: rotated(settings.brokers),
    // kafkajs restarts a consumer only after some errors. Never let it: the membership replaces a failed
    // consumer after any error.
    retry: { ...RETRY, restartOnFailure: async () => false },
    logLevel: logLevel.WARN,
    logCreator: kafkajsLogCreator(settings.log),
  })
}

/**
 * The kafkajs options of every connection to a broker, of clients and of single connections. Applies the
 * patches of kafkajs.
 */
export function connectionSettings(settings: KafkaSettings, requestTimeoutMs: number) {
  patchKafkajs(settings)
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

/**
 * Rotates the list for each connection, so that a broker that is down is not the first choice of all
 * connections.
 */
function rotated(brokers: readonly string[]): () => Promise<string[]> {
  let offset = Math.floor(Math.random() * brokers.length)
  return async () => {
    offset += 1
    return brokers.map((_, index) => brokers[(index + offset) % brokers.length] as string)
  }
}

/**
 * Opens a socket as kafkajs does, with Nagle's algorithm turned off (RFC 896): it would delay small requests.
 */
function socketFactory({ host, port, ssl, onConnect }: ISocketFactoryArgs) {
  const target = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }
  if (!ssl) return connectTcp(target, onConnect)
  // An IP address must not be sent as the server name (RFC 6066, section 3).
  const options: ConnectionOptions = { ...target, ...(isIP(host) ? {} : { servername: host }), ...ssl }
  return connectTls(options, onConnect)
}

/** While a broker is down, kafkajs logs the same line many times a second. */
const REPEAT_AFTER_MS = 10_000
const REMEMBERED_LINES = 200

/**
 * Creates a log creator of kafkajs that forwards its lines one level lower: an error of kafkajs is one failed
 * attempt, which is retried here or reported to the caller (coordinator not available, topic exists, group is
 * rebalancing). Suppresses a line that was logged within the last 10 s.
 */
export function kafkajsLogCreator(log: AdapterLog | undefined): () => (entry: LogEntry) => void {
  const lastLogged = new Map<string, number>()

  function isRepeated(line: string): boolean {
    const now = Date.now()
    const before = lastLogged.get(line)
    if (before !== undefined && now - before < REPEAT_AFTER_MS) return true
    if (lastLogged.size >= REMEMBERED_LINES) lastLogged.clear()
    lastLogged.set(line, now)
    return false
  }

  return () =>
    ({ level, namespace, log: { message, error, broker, groupId } }) => {
      if (!log || isRepeated(`${namespace} ${message} ${error}`)) return
      const details = { part: namespace, error, broker, groupId }
      if (level === logLevel.ERROR) log.warn(details, `Kafka: ${message}`)
      else log.info(details, `Kafka: ${message}`)
    }
}
