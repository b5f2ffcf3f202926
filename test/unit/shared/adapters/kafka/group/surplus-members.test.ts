import { expect } from 'chai'
import { type GroupShare, reportSurplus } from '#shared/adapters/kafka/group/surplus-members.ts'

type Share = readonly [members: number | null, partitions: number, owned: number]

/** What the log says of successive generations: the details of each line, and its message up to the remedy. */
function reportsOf(...shares: Share[]): { about: object; message: string }[][] {
  const lines: { about: object; message: string }[] = []
  const warn = (about: object, message: string) => void lines.push({ about, message })
  const report = reportSurplus('eu.fetch.batch', { warn, info() {} })
  return shares.map(([members, partitions, owned]) => {
    report({ members, partitions, owned } satisfies GroupShare)
    return lines.splice(0)
  })
}

const counts = (reports: object[][]) => reports.map(({ length }) => length)

describe('reportSurplus', () => {
  it('says nothing where each member owns a partition', () => {
    expect(counts(reportsOf([12, 12, 1], [null, 12, 12]))).to.deep.equal([0, 0])
  })

  it('names group, members and partitions, the setting, and the tool of the broker', () => {
    const [[line] = []] = reportsOf([13, 12, 1])
    expect(line?.about).to.deep.equal({ group: 'eu.fetch.batch', members: 13, partitions: 12 })
    expect(line?.message).to.include('KAFKA_PARTITIONS').and.include('kafka-topics.sh --alter')
  })

  it('comes again when the numbers change only, and when there was none between', () => {
    const reports = reportsOf([13, 12, 1], [13, 12, 1], [14, 12, 1], [14, 13, 1], [12, 13, 1], [14, 13, 1])
    expect(counts(reports)).to.deep.equal([1, 0, 1, 1, 0, 1])
  })

  it('says once that this process idles, until it owns a partition', () => {
    const reports = reportsOf([null, 12, 0], [null, 12, 0], [null, 12, 1], [null, 12, 0])
    expect(counts(reports)).to.deep.equal([1, 0, 0, 1])
    expect(reports[0]?.[0]?.about).to.deep.equal({ group: 'eu.fetch.batch', partitions: 12 })
    expect(reports[0]?.[0]?.message)
      .to.include('owns no partition')
      .and.include('KAFKA_PARTITIONS')
      .and.include('kafka-topics.sh --alter')
  })

  it('needs no log', () => {
    expect(() => reportSurplus('g', undefined)({ members: 2, partitions: 1, owned: 0 })).not.to.throw()
  })
})
