import { expect } from 'chai'
import { forcedReflows } from '#stages/render/lab/main-thread/forced-reflows.ts'
import { type TraceEvent, toTraceTask } from '#stages/render/lab/main-thread/main-thread-shares.ts'

const a = 'https://a.example/a.js'
const b = 'https://a.example/b.js'

/** A task of the main thread from `begin` to `end`, in milliseconds. */
function task(name: string, begin: number, end: number, data = {}): TraceEvent {
  return { name, ph: 'X', pid: 1, tid: 1, ts: begin * 1000, dur: (end - begin) * 1000, args: { data } }
}
const commit = (at: number) => task('CommitLoad', at, at, { frame: 'main', url: 'https://a.example/' })

function reflows(...events: TraceEvent[]) {
  const tasks = events.map(toTraceTask).filter((one) => one !== null)
  return forcedReflows(tasks, 'main')
}

describe('forced reflows', () => {
  it('are styles and layout inside scripts, by script, the longest first', () => {
    const found = reflows(
      commit(0),
      task('ParseHTML', 1, 200),
      task('EvaluateScript', 2, 52, { url: a }),
      task('UpdateLayoutTree', 3, 5),
      task('Layout', 5, 15),
      task('EvaluateScript', 60, 160, { url: b }),
      task('Layout', 70, 90),
      task('Layout', 100, 130),
    )
    expect(found).to.deep.equal([
      { url: b, ms: 50, count: 2 },
      { url: a, ms: 12, count: 2 },
    ])
  })

  it('do not include what the browser computes for a frame', () => {
    const found = reflows(
      commit(0),
      task('FunctionCall', 1, 5, { url: a }),
      task('UpdateLayoutTree', 5, 100),
      task('Layout', 100, 300),
    )
    expect(found).to.deep.equal([])
  })

  it('count from 30 ms within one task', () => {
    const call = (begin: number, layoutMs: number) => [
      task('FunctionCall', begin, begin + 50, { url: a }),
      task('Layout', begin + 1, begin + 1 + layoutMs),
    ]
    expect(reflows(commit(0), ...call(10, 29), ...call(100, 29))).to.deep.equal([])
    expect(reflows(commit(0), ...call(10, 29), ...call(100, 30))).to.deep.equal([
      { url: a, ms: 30, count: 1 },
    ])
  })

  it('count styles inside layout once', () => {
    const found = reflows(
      commit(0),
      task('FunctionCall', 1, 100, { url: a }),
      task('Layout', 10, 60),
      task('UpdateLayoutTree', 20, 40),
    )
    expect(found).to.deep.equal([{ url: a, ms: 50, count: 1 }])
  })

  it('of promise reactions are attributed to the script of the callback', () => {
    const found = reflows(
      commit(0),
      task('TimerFire', 1, 100),
      task('FunctionCall', 2, 3, { url: a }),
      task('Layout', 10, 60),
    )
    expect(found).to.deep.equal([{ url: a, ms: 50, count: 1 }])
  })

  it('are bounded, and still all of the time', () => {
    const calls = Array.from({ length: 300 }, (_, index) => [
      task('FunctionCall', index * 100, index * 100 + 50, { url: `${a}?${index}` }),
      task('Layout', index * 100, index * 100 + 40),
    ])
    const found = reflows(commit(0), ...calls.flat())
    expect(found).to.have.length(101)
    expect(found[0]).to.deep.equal({ url: null, ms: 200 * 40, count: 200 })
  })
})
