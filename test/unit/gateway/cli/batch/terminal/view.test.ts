import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { type BatchStatus, readStatus } from '#gateway/cli/batch/client/batch-service.ts'
import {
  colored,
  formatBlock,
  formatDuration,
  formatLogLine,
  formatOutcome,
  formatStatus,
  percent,
  type ViewModel,
  waitNotices,
} from '#gateway/cli/batch/terminal/view.ts'
import { statusBody } from '../fake-service.ts'

/** 65 s after the batch of the fake service began. */
const now = Date.parse('2026-11-22T10:01:05Z')
const figures = { accepted: 100_000, done: 51_230, failed: 70, running: 2000, waiting: 46_700 }
const rate = {
  recentPerSecond: 412.34,
  meanPerSecond: 398,
  secondsLeft: 118.1,
  isGrowing: false,
  idleSeconds: null,
}

function view(more: Partial<ViewModel> = {}, hosts?: BatchStatus['hosts']): ViewModel {
  const status = readStatus(JSON.stringify({ ...statusBody(figures), hosts })) as BatchStatus
  return { status, rate, now, ...more }
}

describe('view of a batch', () => {
  it('shows counts, rates, the remaining and the elapsed time', () => {
    const text = formatBlock(view(), 120).join('\n')
    for (const reported of [
      ...['done 51,230', 'failed 70', 'running 2,000', 'waiting 46,700', 'of 100,000'],
      ...['51.3 %', '412.3/s', '398.0/s', 'ETA 1m 59s', 'elapsed 1m 05s', 'b1', 'running'],
    ]) {
      expect(text).to.include(reported)
    }
  })

  it('has a progress bar', () => {
    const [, line = ''] = formatBlock(view(), 120)
    const [bar = ''] = /[█░]+/.exec(line) ?? []
    expect([...bar].filter((one) => one === '█').length / bar.length).to.be.closeTo(0.513, 0.03)
  })

  it('shows the hosts with the longest queues where the service reports them', () => {
    const hosts = [{ host: 'example.com', waiting: 1200, running: 1 }]
    expect(formatBlock(view({}, hosts), 120).at(-1)).to.match(/example\.com +waiting 1,200 +running 1/)
    expect(formatBlock(view(), 120).join('\n')).not.to.include('example.com')
  })

  it('says that a crawl still grows', () => {
    const growing = { rate: { ...rate, isGrowing: true } }
    expect(formatBlock(view(growing), 120).join('\n'))
      .to.include('100,000 found so far')
      .and.include('at least 1m 59s')
    expect(formatLogLine(view(growing))).to.include('100,000 found so far')
  })

  it('says that nothing ends during cooldowns', () => {
    const silent = { rate: { ...rate, secondsLeft: null, idleSeconds: 70 } }
    expect(formatBlock(view(silent), 120)).to.include(
      'nothing ended for 1m 10s: hosts are slow, or rest (robots.txt 5xx, 429, 503)',
    )
    expect(formatLogLine(view(silent)))
      .to.include('ETA –')
      .and.include('nothing ended for 1m 10s')
    expect(formatLogLine(view())).not.to.include('nothing ended')
  })

  it('says why it is slow, in place of a guess', () => {
    const waits = Array.from({ length: 5 }, (_, n) => ({
      host: `${n}.example`,
      message: n === 0 ? 'waits 4 s: /x responded 503' : 'the site allows 1 request every 5 s',
    }))
    const pace = { pages_per_second: 0.2, eta_seconds: null, waits }
    const status = readStatus(JSON.stringify({ ...statusBody(figures), pace })) as BatchStatus
    const slow = view({ status, rate: { ...rate, idleSeconds: 70 } })
    const lines = formatBlock(slow, 120)
    expect(lines).to.include.members(['0.example: waits 4 s: /x responded 503', 'and 2 more hosts wait'])
    expect(lines.join('\n')).to.not.include('nothing ended')
    expect(formatLogLine(slow)).to.include('0.example: waits 4 s: /x responded 503')
    expect(waitNotices(status)).to.have.length(4)
    expect(waitNotices(view().status)).to.deep.equal([])
  })

  for (const columns of [20, 33, 60, 80, 200]) {
    it(`is never wider than the terminal: ${columns}`, () => {
      const hosts = [{ host: `${'a'.repeat(200)}.example`, waiting: 1, running: 1 }]
      for (const line of formatBlock(view({}, hosts), columns)) expect(line.length).to.be.at.most(columns)
    })
  }

  it('shows the state and all counts on a narrow terminal', () => {
    const status = readStatus(JSON.stringify({ ...statusBody(figures), id: '7'.repeat(36) })) as BatchStatus
    const lines = formatBlock(view({ status }), 39)
    expect(lines.slice(0, 2)).to.deep.equal(['7'.repeat(36), 'running  elapsed 1m 05s'])
    expect(lines).to.include('waiting 46,700  of 100,000')
  })

  it('has the same width with colors', () => {
    const lines = formatBlock(view(), 80)
    const painted = colored(lines)
    expect(painted.join('')).to.include('\x1b[31mfailed 70')
    expect(painted.map(stripVTControlCharacters)).to.deep.equal(lines)
  })

  it('is one line for a log', () => {
    expect(formatLogLine(view())).to.equal(
      'b1 running: 51.3 % of 100,000, done 51,230, failed 70, running 2,000, waiting 46,700, ' +
        '412.3/s (mean 398.0/s), ETA 1m 59s, elapsed 1m 05s',
    )
  })

  it('summarizes the outcome', () => {
    const finished = statusBody({ state: 'finished', accepted: 1000, done: 990, failed: 10, rejected: 3 })
    const status = readStatus(JSON.stringify(finished)) as BatchStatus
    // 1,000 pages in 100 s.
    expect(formatOutcome(status)).to.equal(
      'b1 finished: done 990, failed 10, rejected 3 in 1m 40s (10.0/s). Results: npm run -s batch -- results b1',
    )
    expect(formatStatus(status))
      .to.include('finished')
      .and.include('done 990')
      .and.include('2026-11-22T10:01:40.000Z')
  })
})

describe('formatting', () => {
  for (const [seconds, text] of [
    [0, '0s'],
    [59.2, '1m 00s'],
    [61, '1m 01s'],
    [7500, '2h 05m'],
    [97_200, '1d 03h'],
    [null, '–'],
  ] as const) {
    it(`formats ${seconds} s as ${text}`, () => expect(formatDuration(seconds)).to.equal(text))
  }

  it('shows 100 % only for the whole, and for nothing of nothing', () => {
    expect(percent(99_999, 100_000)).to.equal(99.9)
    expect(percent(3, 3)).to.equal(100)
    expect(percent(0, 0)).to.equal(100)
  })
})
