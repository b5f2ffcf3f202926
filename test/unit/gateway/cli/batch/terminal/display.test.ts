import { expect } from 'chai'
import { type BatchStatus, readStatus } from '#gateway/cli/batch/client/batch-service.ts'
import { lineDisplay, terminalDisplay } from '#gateway/cli/batch/terminal/display.ts'
import type { ViewModel } from '#gateway/cli/batch/terminal/view.ts'
import { statusBody } from '../fake-service.ts'
import { renderTerminal } from '../fake-terminal.ts'

const rate = { recentPerSecond: 1, meanPerSecond: 1, secondsLeft: 1, isGrowing: false, idleSeconds: null }

function view(done: number, hosts: BatchStatus['hosts'] = []): ViewModel {
  const status = { ...statusBody({ accepted: 100, done }), hosts }
  return { status: readStatus(JSON.stringify(status)) as BatchStatus, rate, now: 0 }
}

function terminal(columns?: number) {
  let written = ''
  return {
    ...(columns !== undefined && { columns }),
    write: (text: string) => {
      written += text
    },
    shown: (width = columns ?? 80) => renderTerminal(written, width),
    written: () => written,
  }
}

describe('display on a terminal', () => {
  it('draws a block in place, also when it shrinks', () => {
    const fakeTerminal = terminal(100)
    const display = terminalDisplay(fakeTerminal, true)
    const host = { host: 'example.com', waiting: 1, running: 1 }
    display.progress(view(1, [host, host, host]))
    display.progress(view(2, [host]))
    display.progress(view(77))
    expect(fakeTerminal.shown()).to.have.length(4)
    expect(fakeTerminal.shown().join('\n')).to.include('done 77').and.not.include('done 2')
  })

  it('keeps notes above the block', () => {
    const fakeTerminal = terminal(100)
    const display = terminalDisplay(fakeTerminal, false)
    display.note('first')
    display.progress(view(1))
    display.note('second')
    display.progress(view(2))
    expect(fakeTerminal.shown().slice(0, 2)).to.deep.equal(['first', 'second'])
    expect(fakeTerminal.shown()).to.have.length(6)
  })

  it('leaves the last block, with the cursor on a new line', () => {
    const fakeTerminal = terminal(100)
    const display = terminalDisplay(fakeTerminal, false)
    display.progress(view(1))
    display.end()
    display.note('after')
    expect(fakeTerminal.shown()).to.have.length(5)
    expect(fakeTerminal.shown().at(-1)).to.equal('after')
    expect(fakeTerminal.written()).to.match(/\n$/).and.not.include('\x1b[?25l')
  })

  it('writes no line that a narrow terminal would wrap', () => {
    const fakeTerminal = terminal(40)
    const display = terminalDisplay(fakeTerminal, true)
    for (const done of [1, 2, 3]) display.progress(view(done))
    // One of the four lines is wrapped: "done 3  failed 0  running 0  waiting 0" and "of 100".
    expect(fakeTerminal.shown()).to.have.length(5)
  })

  it('finds its block again in a terminal that was made narrower', () => {
    const fakeTerminal = terminal(100)
    const narrower = { columns: 100, write: fakeTerminal.write }
    const display = terminalDisplay(narrower, false)
    display.progress(view(1))
    narrower.columns = 40
    display.progress(view(2))
    expect(fakeTerminal.shown(40)).to.have.length(5)
  })

  it('draws no more lines than the terminal has', () => {
    const fakeTerminal = terminal(100)
    const display = terminalDisplay({ rows: 6, columns: 100, write: fakeTerminal.write }, false)
    const host = { host: 'example.com', waiting: 1, running: 1 }
    for (const done of [1, 2]) display.progress(view(done, [host, host, host]))
    expect(fakeTerminal.shown()).to.have.length(5)
    expect(fakeTerminal.shown().at(-1)).to.include('example.com')
  })

  it('uses no colors unless asked to', () => {
    const fakeTerminal = terminal(100)
    terminalDisplay(fakeTerminal, false).progress(view(1))
    expect(fakeTerminal.written()).not.to.match(/\x1b\[\d*m/)
  })

  it('shows the progress of an upload', () => {
    const fakeTerminal = terminal()
    const display = terminalDisplay(fakeTerminal, false)
    const half = { bytes: 30_000_000, total: 60_000_000, lines: 1_250_000, seconds: 65 }
    display.upload(half)
    expect(fakeTerminal.shown()).to.deep.equal(['sent 30.0 MB of 60.0 MB (50 %), 1,250,000 lines, 1m 05s'])
    display.upload({ ...half, total: null })
    expect(fakeTerminal.shown()).to.deep.equal(['sent 30.0 MB, 1,250,000 lines, 1m 05s'])
  })
})

describe('display in a log', () => {
  it('writes a line every 10 s, and the last one at the end', () => {
    const fakeTerminal = terminal(500)
    let now = 0
    const display = lineDisplay(fakeTerminal, () => now)
    for (; now <= 25_000; now += 1000) display.progress(view(now / 1000))
    expect(fakeTerminal.shown().map((line) => /done (\d+)/.exec(line)?.[1])).to.deep.equal(['10', '20'])
    display.end()
    display.end()
    expect(fakeTerminal.shown()).to.have.length(3)
    expect(fakeTerminal.shown().at(-1)).to.include('done 25')
    expect(fakeTerminal.written()).not.to.include('\x1b')
  })

  it('writes notes at once', () => {
    const fakeTerminal = terminal()
    lineDisplay(fakeTerminal, () => 0).note('one')
    expect(fakeTerminal.shown()).to.deep.equal(['one'])
  })
})
