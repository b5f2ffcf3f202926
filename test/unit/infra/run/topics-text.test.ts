import { expect } from 'chai'
import { topicsText } from '#infra/run/topics-text.ts'
import { readConfig } from '#shared/config/config.ts'

const env = {
  KAFKA_TOPIC_PREFIX: 'eu.',
  KAFKA_PARTITIONS: '12,interactive=24,batch=48,internal=6',
  EVENT_RETENTION_MS: '432000000',
}

// biome-ignore lint/suspicious/noExplicitAny: it is read as a program of others reads it.
const read = (more: Record<string, string> = {}): any =>
  JSON.parse(topicsText(readConfig({ ...env, ...more })))

describe('topicsText', () => {
  const { groups, topics, metrics } = read()
  const named = (list: { name: string }[], name: string) => list.find((one) => one.name === name)

  it('names each group with its stage, lane, part and topics, as on the broker', () => {
    expect(named(groups, 'eu.render.interactive')).to.deep.equal({
      name: 'eu.render.interactive',
      stage: 'render',
      lane: 'interactive',
      part: 'render',
      topics: ['eu.inspection.requested.interactive'],
    })
    const partOf = Object.fromEntries(
      groups.map((one: { stage: string; part: string }) => [one.stage, one.part]),
    )
    expect(partOf).to.deep.equal({
      ...{
        fetch: 'fetch',
        render: 'render',
        extract: 'extract',
        'projection-ended': 'gateway',
        batch: 'batch',
      },
      ...{ 'score-audit': 'score', 'score-performance': 'score' },
    })
  })

  it('has each topic that a group reads', () => {
    const known = topics.map(({ name }: { name: string }) => name)
    expect(known).to.include.members(groups.flatMap((one: { topics: string[] }) => one.topics))
  })

  it('says of each topic its kind, partitions, retention, and who may use it', () => {
    const day = 86_400_000
    expect(named(topics, 'eu.page.fetched.interactive')).to.deep.equal({
      ...{ name: 'eu.page.fetched.interactive', kind: 'interactive', partitions: 24 },
      ...{ retention_ms: 2 * day, access: 'internal' },
    })
    expect(named(topics, 'eu.inspection.requested.batch')).to.include({ partitions: 48, access: 'public' })
    expect(named(topics, 'eu.result.metadata')).to.deep.equal({
      ...{ name: 'eu.result.metadata', kind: 'result', partitions: 12 },
      ...{ retention_ms: 5 * day, access: 'public' },
    })
    expect(named(topics, 'eu.item.facts')).to.include({ kind: 'internal', partitions: 6, access: 'internal' })
  })

  it('describes the metrics for autoscaling', () => {
    for (const { name, help, labels } of metrics) {
      expect(name).to.match(/^pageprobe_[a-z_]+$/)
      expect(help).to.be.a('string').that.is.not.empty
      expect(Object.values(labels).every(Array.isArray)).to.equal(true)
    }
    expect(named(metrics, 'pageprobe_lag_records')).to.deep.nested.include({
      'labels.lane': ['interactive', 'batch'],
    })
  })

  it('has no prefix without one', () => {
    expect(named(read({ KAFKA_TOPIC_PREFIX: '' }).topics, 'dead-letter')).to.include({ kind: 'internal' })
  })
})
