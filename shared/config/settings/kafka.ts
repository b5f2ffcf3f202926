import { partitionCounts } from '#shared/config/partition-counts.ts'
import {
  choice,
  connect,
  flag,
  hostPorts,
  optional,
  secret,
  text,
  wholeNumber,
} from '#shared/config/setting-types.ts'

/** Settings of the brokers, their topics and records. */
export const kafkaSettings = {
  KAFKA_BROKERS: connect(
    '',
    optional(hostPorts),
    'host:port list; empty = the embedded log',
    'Set it to run parts in several processes, or to lose nothing with this disk.',
  ),
  KAFKA_SSL: connect('false', flag, 'TLS to the brokers', 'Turn it on when the brokers take TLS.'),
  KAFKA_SASL_MECHANISM: connect(
    '',
    optional(choice('plain', 'scram-sha-256', 'scram-sha-512')),
    'SASL mechanism',
    'Set it as the brokers ask for passwords.',
  ),
  KAFKA_USERNAME: connect(
    '',
    text,
    'SASL user',
    'Set it with the mechanism; each part may be a user of its own.',
  ),
  KAFKA_PASSWORD: secret(text, 'SASL password', 'Set it with the mechanism.'),
  KAFKA_TOPIC_PREFIX: connect(
    '',
    text,
    'prefix of the name of each topic and group',
    'Set it when several installations share brokers.',
  ),
  KAFKA_PARTITIONS: connect(
    '12',
    partitionCounts,
    'partitions of topics that must be created: one number, and after it those of kinds of topics that have another, as in 12,interactive=24,batch=48; kinds: interactive, batch, result, internal',
    'Raise it before the first start when a stage will have more processes than that, the lane where; topics that exist keep theirs, and a warning at the start names them.',
  ),
  KAFKA_REPLICATION: connect(
    '',
    optional(wholeNumber(1, 10)),
    'replication factor of topics that must be created; empty = 3, or as many as there are brokers',
    'Set it where brokers must keep more or fewer copies.',
  ),
  INSTANCE_ID: connect(
    '',
    text,
    'names this process, the same after a restart: its share of the partitions goes with it; empty = the host with the port of METRICS_LISTEN, or with DATA_DIR',
    'Set it where hosts get a new name at each restart, so that work does not move.',
  ),
}
