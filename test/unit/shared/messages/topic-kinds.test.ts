import { expect } from 'chai'
import { isPublicTopic, kindOfTopic, topicKinds } from '#shared/messages/topic-kinds.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'

describe('kinds of topics', () => {
  const topics = topicSpecs(1).map(({ topic }) => topic)

  it('are work of each lane, results, and what is internal; each topic has one', () => {
    const kinds = Object.groupBy(topics, kindOfTopic)
    expect(Object.keys(kinds)).to.have.members([...topicKinds])
    expect(kinds.batch).to.have.members([
      ...['inspection.requested.batch', 'page.fetched.batch', 'page.rendered.batch', 'page.extracted.batch'],
    ])
    expect(kindOfTopic('inspection.requested.interactive')).to.equal('interactive')
    expect(kindOfTopic('ended.interactive')).to.equal('interactive')
    expect(kindOfTopic('inspection.failed')).to.equal('result')
    expect(kindOfTopic('result.site-report')).to.equal('result')
    expect(kindOfTopic('dead-letter')).to.equal('internal')
    expect(() => kindOfTopic('another')).to.throw('the topic another is of no kind')
  })

  it('are apart from what is public: the topics of the contract', () => {
    // infra/docs/consumers.md#topics
    expect(topics.filter(isPublicTopic)).to.have.members([
      ...['inspection.requested.batch', 'result.snapshot', 'result.metadata', 'result.performance'],
      ...['result.seo-audit', 'result.site-report', 'inspection.failed', 'dead-letter'],
    ])
  })

  it('decide how many partitions a topic gets', () => {
    const specs = topicSpecs(1, { interactive: 24, batch: 48, result: 12, internal: 6 })
    const of = (name: string) => specs.find(({ topic }) => topic === name)?.partitions
    const names = ['page.fetched.interactive', 'page.fetched.batch', 'result.metadata', 'item.facts']
    expect(names.map(of)).to.deep.equal([24, 48, 12, 6])
    expect(topicSpecs(1).every(({ partitions }) => partitions === undefined)).to.equal(true)
  })
})
