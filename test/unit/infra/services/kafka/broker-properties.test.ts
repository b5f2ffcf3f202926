import { expect } from 'chai'
import { brokerProperties } from '#infra/services/kafka/broker-properties.ts'

const node = (id: number) => ({ id, port: 9000 + id, controllerPort: 9100 + id, dataFolder: `/data/${id}` })
const security = { username: 'u', password: 'p', keyFile: '/key.pem', certificateFile: '/certificate.pem' }

describe('brokerProperties', () => {
  const linesOf = (...given: Parameters<typeof brokerProperties>) => brokerProperties(...given).split('\n')

  it('lists every broker as a controller, on loopback only', () => {
    const all = [node(1), node(2), node(3)]
    expect(linesOf(node(2), all, null)).to.include.members([
      'node.id=2',
      'controller.quorum.voters=1@127.0.0.1:9101,2@127.0.0.1:9102,3@127.0.0.1:9103',
      'listeners=PLAINTEXT://127.0.0.1:9002,CONTROLLER://127.0.0.1:9102',
      'log.dirs=/data/2',
    ])
  })

  it('copies the internal topics to every broker, and lets one of three fail', () => {
    const one = linesOf(node(1), [node(1)], null)
    expect(one).to.include.members([
      'transaction.state.log.replication.factor=1',
      'transaction.state.log.min.isr=1',
    ])
    const three = linesOf(node(1), [node(1), node(2), node(3)], null)
    expect(three).to.include.members([
      'transaction.state.log.replication.factor=3',
      'transaction.state.log.min.isr=2',
    ])
  })

  it('accepts only TLS with SCRAM where there is a user', () => {
    const lines = linesOf(node(1), [node(1)], security)
    expect(lines).to.include.members([
      'listeners=SASL_SSL://127.0.0.1:9001,CONTROLLER://127.0.0.1:9101',
      'sasl.enabled.mechanisms=SCRAM-SHA-512',
      'ssl.keystore.location=/key.pem',
    ])
    expect(lines.join('\n')).not.to.include('PLAINTEXT://')
  })
})
