import { expect } from 'chai'
import { type AdminApi, adminRequests } from '#shared/adapters/kafka/connection/admin-requests.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** Kafka protocol, "Error Codes". */
const [ALREADY_EXISTS, INVALID_REPLICATION, AUTHORIZATION_FAILED] = [36, 38, 29]

describe('adminRequests', () => {
  const sent: [AdminApi, object][] = []
  beforeEach(() => {
    sent.length = 0
  })
  /** The requests of a broker that answers so. */
  const answering = (answer: object) =>
    adminRequests(async <Answer>(api: AdminApi, options: object) => {
      sent.push([api, options])
      return answer as Answer
    })
  const topic = (name: string) => {
    return {
      topic: name,
      numPartitions: 2,
      replicationFactor: 1,
      configEntries: [{ name: 'retention.ms', value: '5' }],
    }
  }

  it('creates topics; those that exist already are no error', async () => {
    const topicErrors = [
      { topic: 'new', errorCode: 0 },
      { topic: 'old', errorCode: ALREADY_EXISTS },
    ]
    const topics = [topic('new'), topic('old')]
    await answering({ topicErrors }).createTopics(topics, 50)
    expect(sent).to.deep.equal([['CreateTopics', { topics, timeout: 50 }]])
  })

  it('names the topic that cannot be created, and why', async () => {
    const requests = answering({ topicErrors: [{ topic: 't', errorCode: INVALID_REPLICATION }] })
    const error = await rejectionOf(requests.createTopics([topic('t')], 50))
    expect(String(error)).to.match(/topic t cannot be created: Replication/)
    expect(error).to.have.property('cause').with.property('type', 'INVALID_REPLICATION_FACTOR')
  })

  it('reads the settings that the topics name', async () => {
    const configEntries = [{ configName: 'retention.ms', configValue: '7' }]
    const requests = answering({ resources: [{ errorCode: 0, resourceName: 't', configEntries }] })
    expect(await requests.topicSettings([topic('t')])).to.deep.equal(
      new Map([['t', new Map([['retention.ms', '7']])]]),
    )
    const resources = [{ type: 2, name: 't', configNames: ['retention.ms'] }]
    expect(sent).to.deep.equal([['DescribeConfigs', { resources, includeSynonyms: false }]])
  })

  it('rejects where settings or rights are refused', async () => {
    const resources = [{ errorCode: AUTHORIZATION_FAILED, resourceName: 't', configEntries: [] }]
    const settings = rejectionOf(answering({ resources }).topicSettings([topic('t')]))
    const rights = rejectionOf(
      answering({ creationResponses: [{ errorCode: 0 }, { errorCode: 31 }] }).createAcls([]),
    )
    expect([await settings, await rights].map((error) => (error as { type?: string }).type)).to.deep.equal([
      'TOPIC_AUTHORIZATION_FAILED',
      'CLUSTER_AUTHORIZATION_FAILED',
    ])
  })
})
