import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { readTrace } from '#stages/render/lab/main-thread/read-trace.ts'

const task = (name: string, beginMs: number, endMs: number, data = {}) => ({
  ...{ name, ph: 'X', pid: 1, tid: 1, ts: beginMs * 1000, dur: (endMs - beginMs) * 1000, args: { data } },
})
const commit = task('CommitLoad', 0, 0, { frame: 'main', url: 'https://a.example/' })
const read = (json: string) => readTrace({ gzipped: gzipSync(json), frameId: 'main' })
/** As Chromium writes a trace. */
const trace = (...lines: string[]) => `{"traceEvents":[\n${lines.join(',\n')}],"metadata":{"x":[1]}}`

describe('the trace that the browser wrote', () => {
  it('gives the shares of the main thread, the last event included', () => {
    const script = task('EvaluateScript', 1, 50, { url: 'https://a.example/a.js' })
    const layout = task('Layout', 10, 40)
    const { mainThread, forcedReflows } = read(
      trace(...[commit, script, layout].map((event) => JSON.stringify(event))),
    )
    expect(mainThread).to.deep.equal([
      { url: 'https://a.example/a.js', kind: 'style_layout', ms: 30 },
      { url: 'https://a.example/a.js', kind: 'script', ms: 19 },
      { url: null, kind: 'other', ms: 0 },
    ])
    expect(forcedReflows).to.deep.equal([{ url: 'https://a.example/a.js', ms: 30, count: 1 }])
  })

  it('is told apart from what pages write into it', () => {
    const words = '],"metadata":{"ph":"X"}\n},\n{"ph":"X"'
    const event = { ...task('EvaluateScript', 1, 50), args: { data: { text: words } } }
    const mark = { ...event, ph: 'R', args: { data: { text: words } } }
    const { mainThread } = read(trace(...[commit, mark, event].map((one) => JSON.stringify(one))))
    expect(mainThread[0]).to.deep.equal({ url: null, kind: 'script', ms: 49 })
    expect(mainThread.map(({ ms }) => ms)).to.deep.equal([49, 0])
  })

  it('holds for tasks only those of the categories of tasks, and the shifts of frames', () => {
    const loading = { ...task('Layout', 1, 50), cat: 'loading' }
    const script = { ...task('EvaluateScript', 60, 70), cat: 'disabled-by-default-x,devtools.timeline' }
    const paint = {
      ...{ name: 'firstContentfulPaint', ph: 'R', pid: 1, tid: 1, ts: 20_000 },
      args: { frame: 'main' },
    }
    const data = { is_main_frame: false, weighted_score_delta: 0.5 }
    const shift = { ...paint, name: 'LayoutShift', ph: 'I', ts: 30_000, args: { frame: 'ad', data } }
    const { mainThread, frameShifts } = read(
      trace(...[commit, loading, paint, shift, script].map((one) => JSON.stringify(one))),
    )
    expect(mainThread.map(({ kind, ms }) => [kind, ms])).to.deep.equal([
      ['script', 10],
      ['other', 0],
    ])
    expect(frameShifts).to.deep.equal([{ sinceFcpMs: 10, value: 0.5, frame: null }])
  })

  it('is none without events', () => {
    expect(read(trace('{}'))).to.deep.equal({ mainThread: [], forcedReflows: [], frameShifts: [] })
  })

  it('is refused where it is not in the format of the browser, or unpacks to too much', () => {
    expect(() => read('{"traceEvents":[{"ph":"X"')).to.throw()
    expect(() => readTrace({ gzipped: Buffer.from('x'), frameId: 'main' })).to.throw()
    expect(() => read(' '.repeat(150_000_001))).to.throw()
  })
})
