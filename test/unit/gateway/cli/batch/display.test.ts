import { expect } from 'chai'
import { lineDisplay, terminalDisplay } from '#gateway/cli/batch/display.ts'
import { readStatus, type Status } from '#gateway/cli/batch/status.ts'
import type { Scene } from '#gateway/cli/batch/view.ts'
import { screenOf } from './screen.ts'
import { statusBody } from './stand-in.ts'

const pace = { recent: 1, mean: 1, secondsLeft: 1, isGrowing: false, silentFor: null }

function scene(done: number, hosts: Status['hosts'] = []): Scene {
  const status = { ...statusBody({ accepted: 100, done }), hosts }
  return { status: readStatus(JSON.stringify(status)) as Status, pace, now: 0 }
}

function terminal(columns?: number) {
  let written = ''
  return {
    ...(columns !== undefined && { columns }),
    write: (text: string) => {
      written += text
    },
    shown: (width = columns ?? 80) => screenOf(written, width),
    written: () => written,
  }
}

describe('display on a terminal', () => {
  it('draws one block in its place, also when it shrinks', () => {
    const screen = terminal(100)
    const display = terminalDisplay(screen, true)
    const host = { host: 'example.com', waiting: 1, running: 1 }
    display.progress(scene(1, [host, host, host]))
    display.progress(scene(2, [host]))
    display.progress(scene(77))
    expect(screen.shown()).to.have.length(4)
    expect(screen.shown().join('\n')).to.include('done 77').and.not.include('done 2')
  })

  it('keeps notes above the block', () => {
    const screen = terminal(100)
    const display = terminalDisplay(screen, false)
    display.note('first')
    display.progress(scene(1))
    display.note('second')
    display.progress(scene(2))
    expect(screen.shown().slice(0, 2)).to.deep.equal(['first', 'second'])
    expect(screen.shown()).to.have.length(6)
  })

  it('leaves the last block standing, with the cursor on a new line', () => {
    const screen = terminal(100)
    const display = terminalDisplay(screen, false)
    display.progress(scene(1))
    display.end()
    display.note('after')
    expect(screen.shown()).to.have.length(5)
    expect(screen.shown().at(-1)).to.equal('after')
    expect(screen.written()).to.match(/\n$/).and.not.include('\x1b[?25l')
  })

  it('writes no line that a narrow terminal would break', () => {
    const screen = terminal(40)
    const display = terminalDisplay(screen, true)
    for (const done of [1, 2, 3]) display.progress(scene(done))
    // Of the four lines one is two: "done 3  failed 0  running 0  waiting 0" and "of 100".
    expect(screen.shown()).to.have.length(5)
  })

  it('finds its block again in a terminal that was made narrower', () => {
    const screen = terminal(100)
    const narrower = { columns: 100, write: screen.write }
    const display = terminalDisplay(narrower, false)
    display.progress(scene(1))
    narrower.columns = 40
    display.progress(scene(2))
    expect(screen.shown(40)).to.have.length(5)
  })

  it('draws no more than a low terminal shows', () => {
    const screen = terminal(100)
    const display = terminalDisplay({ rows: 6, columns: 100, write: screen.write }, false)
    const host = { host: 'example.com', waiting: 1, running: 1 }
    for (const done of [1, 2]) display.progress(scene(done, [host, host, host]))
    expect(screen.shown()).to.have.length(5)
    expect(screen.shown().at(-1)).to.include('example.com')
  })

  it('has no colours unless there are to be any', () => {
    const screen = terminal(100)
    terminalDisplay(screen, false).progress(scene(1))
    expect(screen.written()).not.to.match(/\x1b\[\d*m/)
  })

  it('shows how much is sent', () => {
    const screen = terminal()
    const display = terminalDisplay(screen, false)
    const half = { bytes: 30_000_000, total: 60_000_000, isAll: false, seconds: 65 }
    display.sending(half)
    expect(screen.shown()).to.deep.equal(['sent 30.0 MB of 60.0 MB (50 %), 1m 05s'])
    display.sending({ ...half, total: null })
    expect(screen.shown()).to.deep.equal(['sent 30.0 MB, 1m 05s'])
    display.sending({ ...half, isAll: true })
    expect(screen.shown()[0]).to.include('all 30.0 MB')
  })
})

describe('display in a log', () => {
  it('writes a line every 10 s, and the last one at the end', () => {
    const screen = terminal(500)
    let now = 0
    const display = lineDisplay(screen, () => now)
    for (; now <= 25_000; now += 1000) display.progress(scene(now / 1000))
    expect(screen.shown().map((line) => /done (\d+)/.exec(line)?.[1])).to.deep.equal(['10', '20'])
    display.end()
    display.end()
    expect(screen.shown()).to.have.length(3)
    expect(screen.shown().at(-1)).to.include('done 25')
    expect(screen.written()).not.to.include('\x1b')
  })

  it('writes notes at once', () => {
    const screen = terminal()
    lineDisplay(screen, () => 0).note('one')
    expect(screen.shown()).to.deep.equal(['one'])
  })
})
