import { expect } from 'chai'
import { isWorkTopic, topicSpecs } from '#shared/messages/topic-specs.ts'

/** The topics of infra/docs/consumers.md#topics. */
const documented = [
  'inspection.requested.interactive',
  'inspection.requested.batch',
  'page.fetched.interactive',
  'page.fetched.batch',
  'page.rendered.interactive',
  'page.rendered.batch',
  'page.extracted.interactive',
  'page.extracted.batch',
  'result.snapshot',
  'result.metadata',
  'result.performance',
  'result.seo-audit',
  'result.site-report',
  'inspection.failed',
  'dead-letter',
]

const MIB = 1024 * 1024
const DAY_MS = 86_400_000

describe('topic specifications', () => {
  const specs = topicSpecs(2)

  it('are those of the contract', () => {
    const internal = ['inspection.deferred', 'host.resting', 'item.facts', 'ended.interactive']
    expect(specs.map(({ topic }) => topic)).to.have.members([...documented, ...internal])
  })

  it('have the configured retention', () => {
    const retentions = new Map(specs.map(({ topic, retentionMs }) => [topic, retentionMs]))
    expect(retentions.get('page.fetched.batch')).to.equal(2 * DAY_MS)
    expect(retentions.get('result.metadata')).to.equal(2)
    expect(retentions.get('dead-letter')).to.equal(2)
  })

  it('have short segments for work, and a limit of bytes for pages only', () => {
    const segments = { ms: 3_600_000, bytes: 64 * MIB }
    const of = (name: string) => specs.find(({ topic }) => topic === name)
    expect(of('page.extracted.batch')?.segments).to.deep.equal({ ...segments, partitionBytes: 1024 * MIB })
    for (const name of ['inspection.requested.batch', 'inspection.deferred', 'host.resting', 'item.facts']) {
      expect(of(name)?.segments).to.deep.equal({ ...segments, partitionBytes: null })
    }
    expect(of('result.metadata')).to.not.have.property('segments')
    expect(of('result.metadata')).to.include({ isPacked: true })
  })

  it('allow larger records for dead letters', () => {
    const room = (name: string) => specs.find(({ topic }) => topic === name)?.maxRecordBytes ?? 0
    for (const topic of documented.slice(0, -1)) expect(room('dead-letter')).to.be.above(room(topic) + 65_536)
  })

  it('tell the topics of work, which are useless once all stages have passed them', () => {
    const work = documented.filter((topic) => /^(inspection\.requested|page)\./.test(topic))
    const found = specs.map(({ topic }) => topic).filter(isWorkTopic)
    expect(found).to.have.members([...work, 'inspection.deferred', 'host.resting', 'ended.interactive'])
  })
})
