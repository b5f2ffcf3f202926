import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../command.ts'

/** One member of a cluster. */
export interface BrokerNode {
  readonly id: number
  readonly port: number
  readonly controllerPort: number
  readonly dataFolder: string
}

/** A user of SASL/SCRAM. */
export interface BrokerUser {
  readonly username: string
  readonly password: string
}

const HOST = '127.0.0.1'
/** Of each internal topic for a broker. By default it has 50, which take seconds to create. */
const INTERNAL_PARTITIONS = 4

/**
 * The properties of a broker that is a controller too (KRaft), on loopback only. A broker that is silent for 3 s is
 * fenced, and the internal topics have as many replicas as there are brokers.
 */
export function brokerProperties(
  node: BrokerNode,
  cluster: readonly BrokerNode[],
  security: (BrokerUser & Certificate) | null,
): string {
  const protocol = security === null ? 'PLAINTEXT' : 'SASL_SSL'
  const listeners = `${protocol}://${HOST}:${node.port},CONTROLLER://${HOST}:${node.controllerPort}`
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': node.id,
    'controller.quorum.voters': cluster.map((other) => `${other.id}@${HOST}:${other.controllerPort}`).join(),
    listeners,
    'advertised.listeners': listeners,
    'inter.broker.listener.name': protocol,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': `CONTROLLER:PLAINTEXT,${protocol}:${protocol}`,
    'log.dirs': node.dataFolder,
    'offsets.topic.num.partitions': INTERNAL_PARTITIONS * cluster.length,
    'transaction.state.log.num.partitions': INTERNAL_PARTITIONS * cluster.length,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    ...replication(cluster.length),
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3000,
    ...(security === null ? {} : secured(security)),
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** Replication of the internal topics. */
function replication(brokers: number) {
  const inSync = brokers > 2 ? 2 : 1
  return {
    'offsets.topic.replication.factor': brokers,
    'transaction.state.log.replication.factor': brokers,
    'transaction.state.log.min.isr': inSync,
    'share.coordinator.state.topic.replication.factor': brokers,
    'share.coordinator.state.topic.min.isr': inSync,
  }
}

/** Clients and brokers authenticate by SCRAM as the same user. */
function secured({ keyFile, certificateFile, username, password }: BrokerUser & Certificate) {
  const login = 'org.apache.kafka.common.security.scram.ScramLoginModule required'
  return {
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': `${login} username="${username}" password="${password}";`,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyFile,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': certificateFile,
  }
}

/** A self-signed certificate for 127.0.0.1, and a PEM file with its key before it. */
export interface Certificate {
  readonly keyFile: string
  readonly certificateFile: string
}

/** Makes a certificate in the folder, valid for two days. Rejects without openssl. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const key = join(folder, 'key.pem')
  const certificateFile = join(folder, 'certificate.pem')
  const keyFile = join(folder, 'key-and-certificate.pem')
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  await runCommand('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificateFile])
  await writeFile(keyFile, (await readFile(key, 'utf8')) + (await readFile(certificateFile, 'utf8')))
  return { keyFile, certificateFile }
}
