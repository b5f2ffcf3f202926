import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { type ISocketFactoryArgs, Kafka, logLevel, type SASLOptions } from 'kafkajs'
import { readBatchesOurselves } from './fetched-batches.ts'
import { kafkaLogLines } from './log-lines.ts'
import type { KafkaSettings } from './options.ts'
import { calmRequestTimer } from './request-timer.ts'

const CLIENT_ID = 'pageprobe'
const CONNECT_TIMEOUT_MS = 1000
const KEEP_ALIVE_MS = 60_000
/** Few and fast: what still fails then is made anew, connection and all, by whoever uses the client. */
const RETRY = { retries: 4, initialRetryTime: 60, maxRetryTime: 400 }

/** A kafkajs client whose requests fail after `requestTimeoutMs` without an answer. Connects to nothing yet. */
export function kafkaClient(settings: KafkaSettings, requestTimeoutMs: number): Kafka {
  calmRequestTimer()
  readBatchesOurselves(settings)
  return new Kafka({
    clientId: CLIENT_ID,
    brokers: [...settings.brokers],
    ssl: settings.ssl,
    ...(settings.sasl ? { sasl: settings.sasl as SASLOptions } : {}),
    connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, requestTimeoutMs),
    authenticationTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // Never restarted by kafkajs, which does so only for some errors: the membership rebuilds its consumer itself.
    retry: { ...RETRY, restartOnFailure: async () => false },
    socketFactory,
    logLevel: logLevel.WARN,
    logCreator: kafkaLogLines(settings.log),
  })
}

/** As the one of kafkajs, without Nagle's delay (RFC 896), which would hold back small requests. */
function socketFactory({ host, port, ssl, onConnect }: ISocketFactoryArgs) {
  const target = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }
  if (!ssl) return connectTcp(target, onConnect)
  // An address is no name to indicate (RFC 6066, section 3).
  const options: ConnectionOptions = { ...target, ...(isIP(host) ? {} : { servername: host }), ...ssl }
  return connectTls(options, onConnect)
}
