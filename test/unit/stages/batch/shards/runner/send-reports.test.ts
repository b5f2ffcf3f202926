import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Answer, Command, PartReport } from '#stages/batch/shards/commands.ts'
import { makeReportSender } from '#stages/batch/shards/runner/send-reports.ts'
import { eventually } from '#test/contract/eventually.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

const known: Answer = { position: 1, wasAdded: [], isKnown: true }
const away = () => Promise.reject(unavailable('shard'))
const never = () => new Promise<Answer>(() => {})

function reportOf(batch: string, more: Partial<PartReport> = {}): PartReport {
  const counts = { accepted: 3, waiting: 0, running: 1, done: 2, failed: 0 }
  return { batch, shard: 0, position: 1, version: 1, isGone: false, counts, open: 1, lines: 2, ...more }
}

describe('makeReportSender', () => {
  let stop: () => Promise<void>
  afterEach(() => stop())

  /** Starts a sender of these reports. Homes: the shard of the number that a batch begins with. */
  function start(reports: PartReport[], send: (report: PartReport, shard: number) => Promise<Answer>) {
    const fake = fakeStore()
    fake.reports.push(...reports)
    const reported: PartReport[] = []
    const { parts, ...running } = fakeParts(fake.store, {
      shards: {
        send(shard, command) {
          const { report } = command as Extract<Command, { kind: 'report' }>
          reported.push(report)
          return send(report, shard)
        },
      },
    })
    const sender = makeReportSender(parts, (batch) => Number(batch[0]))
    const work = sender.run()
    stop = () => running.stop(work)
    /** The part changed. */
    function change(...changed: PartReport[]): void {
      fake.reports.push(...changed)
      running.notify('state')
    }
    return { ...running, sender, change, reported, reports: fake.reports }
  }
  const batchesOf = (sent: readonly PartReport[]) => sent.map(({ batch }) => batch)

  it('sends each report to the home of its batch once, and is idle then', async () => {
    const shards: number[] = []
    const { sender, reported } = start([reportOf('1a'), reportOf('2b')], async (_, shard) => {
      shards.push(shard)
      return known
    })
    expect(sender.isIdle()).to.equal(false)
    await eventually(() => sender.isIdle())
    expect(batchesOf(reported)).to.deep.equal(['1a', '2b'])
    expect(shards).to.deep.equal([1, 2])
  })

  it('sends the newest report of a part only', async () => {
    let [isAway, tries] = [true, 0]
    const { sender, change, reported } = start([reportOf('1a', { position: 1 })], async () => {
      tries += 1
      return isAway ? away() : known
    })
    await eventually(() => tries > 0)
    change(reportOf('1a', { position: 2 }), reportOf('1a', { position: 3 }))
    isAway = false
    await eventually(() => sender.isIdle())
    expect(reported.at(-1)?.position).to.equal(3)
    expect(reported.map(({ position }) => position)).not.to.include(2)
  })

  it('keeps an ended part urgent while too many are under way, and sends it before others that wait', async () => {
    const held = Promise.withResolvers<Answer>()
    const busy = Array.from({ length: 200 }, (_, at) => reportOf(`1-${at}`))
    const { change, reported, reports } = start(busy, () => (reported.length <= 200 ? held.promise : never()))
    await eventually(() => reported.length === 200)
    const others = Array.from({ length: 300 }, (_, at) => reportOf(`2-${at}`))
    change(...others, reportOf('3-ended', { open: 0 }))
    await eventually(() => reports.length === 0)
    held.resolve(known)
    await eventually(() => reported.length > 200)
    expect(batchesOf(reported)[200]).to.equal('3-ended')
  })

  it('reaches the homes that answer, however many cannot be reached', async () => {
    const reports = Array.from({ length: 450 }, (_, at) => reportOf(`1-${at}`))
    const { reported } = start([...reports, reportOf('2-last')], (_, shard) =>
      shard === 1 ? away() : Promise.resolve(known),
    )
    await eventually(() => batchesOf(reported).includes('2-last'))
    await eventually(() => new Set(batchesOf(reported)).size === 451)
  })

  it('ends the part of a batch that its home does not know, unless nothing is left of it', async () => {
    const gone = reportOf('2b', { isGone: true, open: 0 })
    const { sender, sent } = start([reportOf('1a'), gone], async () => ({ ...known, isKnown: false }))
    await eventually(() => sender.isIdle())
    expect(sent).to.deep.equal([
      { kind: 'phase', batch: '1a', phase: 'gone', version: Number.MAX_SAFE_INTEGER },
    ])
  })

  it('logs an error of a home, and tries again', async () => {
    let tries = 0
    const { sender, errors } = start([reportOf('1a')], async () => {
      tries += 1
      if (tries === 1) throw new TypeError('broken')
      return known
    })
    await eventually(() => sender.isIdle())
    expect(errors).to.have.length(1)
    expect(errors[0]).to.include('broken')
  })
})
