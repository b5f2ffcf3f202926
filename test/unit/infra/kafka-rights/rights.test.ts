import { expect } from 'chai'
import { aclsOf, rightsOf } from '#infra/kafka-rights/rights.ts'
import { partNames } from '#infra/process/parts.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import { shardTopicSpecs, topicSpecs } from '#shared/messages/topic-specs.ts'

const retention = { workMs: 1, eventMs: 1 }
const topics = [...topicSpecs(retention), ...shardTopicSpecs(1, retention)].map(({ topic }) => topic)

describe('rights of the parts in Kafka', () => {
  it('let every group of the service read, as one part each', () => {
    const groups = partNames.flatMap((part) => rightsOf(part).groups)
    expect(groups).to.have.members([
      ...consumerGroups(0).map(({ group }) => group),
      'batch-deferred.batch',
      'frontier',
    ])
    expect(new Set(groups).size).to.equal(groups.length)
  })

  it('name existing topics, each with a part that writes it and one that reads it', () => {
    const rights = partNames.map(rightsOf)
    expect([...new Set(rights.flatMap(({ writes }) => writes))]).to.have.members(topics)
    expect([...new Set(rights.flatMap(({ reads }) => reads))]).to.have.members(topics)
  })

  it('let only the gateway request interactive inspections, and only the batch part those of batches', () => {
    const clients = (topic: string) => partNames.filter((part) => rightsOf(part).writes.includes(topic))
    expect(clients('inspection.requested.interactive')).to.deep.equal(['gateway'])
    expect(clients('inspection.requested.batch')).to.deep.equal(['batch'])
  })

  it('let every stage tell of endings, and only the batch part read them and the rest of its shards', () => {
    const writers = (topic: string) => partNames.filter((part) => rightsOf(part).writes.includes(topic))
    const readers = (topic: string) => partNames.filter((part) => rightsOf(part).reads.includes(topic))
    const shardTopics = ['frontier.intake', 'frontier.ended', 'frontier.shards']
    expect(shardTopics.map(writers)).to.deep.equal([
      ['batch'],
      ['fetch', 'render', 'extract', 'score', 'batch'],
      ['batch'],
    ])
    expect(shardTopics.map(readers)).to.deep.equal([['batch'], ['batch'], ['batch']])
    expect(rightsOf('batch').reads).to.include.members(['result.metadata', 'inspection.failed'])
    expect(rightsOf('batch').groups).to.include('frontier')
  })

  it('belong to the user of the part, and cover all names only for describing', () => {
    const acls = aclsOf('')
    const DESCRIBE = 8
    const DESCRIBE_CONFIGS = 10
    expect(new Set(acls.map(({ principal }) => principal))).to.deep.equal(
      new Set(partNames.map((part) => `User:${part}`)),
    )
    for (const acl of acls)
      expect([DESCRIBE, DESCRIBE_CONFIGS].includes(acl.operation), JSON.stringify(acl)).to.equal(
        acl.resourceName === '*',
      )
  })

  it('include the prefix where there is one', () => {
    const PREFIXED = 4
    for (const { resourceName, resourcePatternType } of aclsOf('mine.')) {
      expect(resourceName).to.match(/^mine\./)
      expect(resourcePatternType === PREFIXED).to.equal(resourceName === 'mine.')
    }
  })
})
