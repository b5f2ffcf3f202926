import { expect } from 'chai'
import { consumerGroups, groupOf, isGroupOfLane } from '#shared/messages/consumer-groups.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'

describe('consumer groups', () => {
  it('have the name of their consumer and lane', () => {
    expect(groupOf('fetch', 'batch')).to.equal('fetch.batch')
    expect(['fetch.batch', 'fetch.interactive', 'batch'].filter(isGroupOfLane('batch'))).to.deep.equal([
      'fetch.batch',
    ])
  })

  it('read every topic, the work of a lane in groups of that lane', () => {
    const readersOf = (topic: string) => consumerGroups.filter(({ topics }) => topics.includes(topic))
    // Reports on sites are for subscribers alone; the batch part reads facts by their places.
    const others = ['result.site-report', 'item.facts']
    const read = topicSpecs(1).filter(({ topic }) => !others.includes(topic))
    for (const { topic } of read) {
      expect(readersOf(topic), topic).not.to.deep.equal([])
      const [, lane] = /\.(interactive|batch)$/.exec(topic) ?? []
      if (lane !== undefined)
        expect(new Set(readersOf(topic).map((group) => group.lane))).to.deep.equal(new Set([lane]))
    }
  })

  it('share requests between the stages that begin with them, and nothing else', () => {
    const of = (topic: string) =>
      consumerGroups.filter(({ topics }) => topics.includes(topic)).map(({ group }) => group)
    expect(of('inspection.requested.batch')).to.deep.equal(['fetch.batch', 'render.batch'])
    expect(of('page.extracted.interactive')).to.deep.equal(['score-audit.interactive'])
    expect(of('result.metadata')).to.deep.equal(['batch.batch'])
    expect(of('ended.interactive')).to.deep.equal(['projection-ended.interactive'])
    expect(of('dead-letter')).to.deep.equal(['batch.batch'])
  })
})
