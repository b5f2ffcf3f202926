import { expect } from 'chai'
import {
  mainThreadShares,
  type TraceEvent,
  toTraceTask,
} from '#stages/render/lab/main-thread/main-thread-shares.ts'

const a = 'https://a.example/a.js'
const b = 'https://a.example/b.js'

/** A task of the main thread from `begin` to `end`, in milliseconds. */
function task(name: string, begin: number, end: number, data = {}, pid = 1): TraceEvent {
  return { name, ph: 'X', pid, tid: pid, ts: begin * 1000, dur: (end - begin) * 1000, args: { data } }
}
const commit = (at: number, { frame = 'main', url = 'https://a.example/', pid = 1 } = {}) =>
  task('CommitLoad', at, at, { frame, url }, pid)

function shares(...events: TraceEvent[]) {
  const tasks = events.map(toTraceTask).filter((one) => one !== null)
  return mainThreadShares(tasks, 'main').filter(({ ms }) => ms > 0)
}

describe('shares of the main thread', () => {
  it('exclude nested tasks', () => {
    const found = shares(
      commit(0),
      task('RunTask', 1, 101),
      task('ParseHTML', 2, 100),
      task('EvaluateScript', 10, 60, { url: a }),
      task('v8.compile', 12, 15, { url: a }),
      task('Layout', 20, 30, { url: b }),
      task('MinorGC', 40, 41),
    )
    // 100 in all: parsing 98 - 50, the script 50 - 10 - 1, the rest of the task 2.
    expect(found).to.deep.equal([
      { url: null, kind: 'parse', ms: 48 },
      { url: a, kind: 'script', ms: 39 },
      { url: a, kind: 'style_layout', ms: 10 },
      { url: null, kind: 'other', ms: 2 },
      { url: a, kind: 'gc', ms: 1 },
    ])
  })

  it('are added up by script and kind, the longest first', () => {
    const found = shares(
      commit(0),
      task('FunctionCall', 1, 3, { url: a }),
      task('FunctionCall', 5, 25, { url: b }),
      task('FunctionCall', 30, 33, { url: a }),
      task('Paint', 40, 41),
      task('UpdateLayoutTree', 50, 54),
      task('PrePaint', 54, 56),
    )
    expect(found).to.deep.equal([
      { url: b, kind: 'script', ms: 20 },
      { url: a, kind: 'script', ms: 5 },
      { url: null, kind: 'style_layout', ms: 4 },
      { url: null, kind: 'paint', ms: 3 },
    ])
  })

  it('attribute promise reactions to the script of the callback', () => {
    const found = shares(commit(0), task('TimerFire', 1, 41), task('FunctionCall', 2, 3, { url: a }))
    expect(found).to.deep.equal([{ url: a, kind: 'script', ms: 40 }])
  })

  it('count unknown tasks with the task around them', () => {
    const found = shares(commit(0), task('Layout', 1, 11), task('Unheard', 2, 5), task('Unheard', 20, 21))
    expect(found).to.deep.equal([
      { url: null, kind: 'style_layout', ms: 10 },
      { url: null, kind: 'other', ms: 1 },
    ])
  })

  it('cover the main thread, while it shows the page', () => {
    const found = shares(
      task('FunctionCall', 0, 100, { url: a }),
      commit(100, { url: 'about:blank' }),
      task('FunctionCall', 101, 102, { url: a }),
      commit(200, { frame: 'inner' }),
      task('FunctionCall', 201, 202, { url: a }),
      commit(300),
      task('FunctionCall', 301, 303, { url: a }),
      task('FunctionCall', 301, 350, { url: b }, 2),
      commit(400, { pid: 2 }),
      task('FunctionCall', 401, 404, { url: b }, 2),
      task('FunctionCall', 401, 450, { url: a }),
    )
    expect(found).to.deep.equal([
      { url: b, kind: 'script', ms: 3 },
      { url: a, kind: 'script', ms: 2 },
    ])
  })

  it('name http(s) scripts only', () => {
    const found = shares(
      commit(0),
      task('FunctionCall', 1, 2, { url: '' }),
      task('FunctionCall', 3, 4, { url: 'data:text/javascript,1' }),
    )
    expect(found).to.deep.equal([{ url: null, kind: 'script', ms: 2 }])
  })

  it('are bounded, and still all of the time', () => {
    const calls = Array.from({ length: 3000 }, (_, index) =>
      task('FunctionCall', index, index + 1, { url: `${a}?${index}` }),
    )
    const found = shares(commit(0), ...calls)
    expect(found).to.have.length.below(1010)
    expect(found.reduce((sum, { ms }) => sum + ms, 0)).to.equal(3000)
  })

  it('need events with a duration', () => {
    expect(toTraceTask({ ...task('Layout', 1, 2), ph: 'I' })).to.equal(null)
    const { dur, ...endless } = task('Layout', 1, 2)
    expect(toTraceTask(endless)).to.equal(null)
  })
})
