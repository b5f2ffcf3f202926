import { expect } from 'chai'
import { aclsOf, rightsOf } from '#infra/kafka-rights/rights.ts'
import { partNames } from '#infra/process/parts.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'

const topics = topicSpecs(1).map(({ topic }) => topic)

describe('rights of the parts in Kafka', () => {
  it('let every group of the service read, as one part each', () => {
    const groups = partNames.flatMap((part) => rightsOf(part).groups)
    expect(groups).to.have.members(consumerGroups.map(({ group }) => group))
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

  it('let only the batch part read facts of items and hosts that rest', () => {
    const writers = (topic: string) => partNames.filter((part) => rightsOf(part).writes.includes(topic))
    const readers = (topic: string) => partNames.filter((part) => rightsOf(part).reads.includes(topic))
    const own = ['item.facts', 'host.resting']
    expect(own.map(writers)).to.deep.equal([['render', 'extract', 'score'], ['fetch']])
    expect(own.map(readers)).to.deep.equal([['batch'], ['batch']])
  })

  it('let every stage tell of ends, and the gateway alone read of them', () => {
    const of = (way: 'reads' | 'writes') =>
      partNames.filter((part) => rightsOf(part)[way].includes('ended.interactive'))
    expect(of('writes')).to.deep.equal(['fetch', 'render', 'extract', 'score'])
    expect(of('reads')).to.deep.equal(['gateway'])
  })

  it('let the batch part read what ends inspections, by one group', () => {
    expect(rightsOf('batch').reads).to.include.members([
      'result.metadata',
      'inspection.failed',
      'dead-letter',
    ])
    expect(rightsOf('batch').groups).to.deep.equal(['batch.batch'])
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
