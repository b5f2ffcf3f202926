/** One broker that is its own controller (KRaft), on loopback only; the replication settings are a must with one broker. */
export function brokerProperties(options: {
  port: number
  controllerPort: number
  dataFolder: string
}): string {
  const broker = `PLAINTEXT://127.0.0.1:${options.port}`
  const controller = `CONTROLLER://127.0.0.1:${options.controllerPort}`
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.bootstrap.servers': `127.0.0.1:${options.controllerPort}`,
    listeners: `${broker},${controller}`,
    'advertised.listeners': `${broker},${controller}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': options.dataFolder,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3000,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
