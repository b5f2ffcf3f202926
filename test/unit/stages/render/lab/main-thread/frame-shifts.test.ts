import { expect } from 'chai'
import { frameShifts } from '#stages/render/lab/main-thread/frame-shifts.ts'

const event = (name: string, ms: number, args: object) => ({
  name,
  ph: 'I',
  pid: 1,
  tid: 1,
  ts: ms * 1000,
  args,
})
const commit = (frame: string, url: string, ms = 0) => event('CommitLoad', ms, { data: { frame, url } })
const paint = (ms: number, frame = 'main') => event('firstContentfulPaint', ms, { frame })
const shift = (ms: number, more: object = {}, frame = 'ad') =>
  event('LayoutShift', ms, {
    frame,
    data: { is_main_frame: false, had_recent_input: false, weighted_score_delta: 0.25, ...more },
  })
const page = [commit('main', 'https://a.example/'), commit('ad', 'https://b.example/ad', 5), paint(10)]

describe('shifts inside frames', () => {
  it('have their weighted size, the document they were in, and a time on the clock of the page', () => {
    expect(frameShifts([shift(110), ...page, shift(8, { weighted_score_delta: 0.5 })], 'main')).to.deep.equal(
      [
        { sinceFcpMs: -2, value: 0.5, frame: 'https://b.example/ad' },
        { sinceFcpMs: 100, value: 0.25, frame: 'https://b.example/ad' },
      ],
    )
    expect(frameShifts([...page, shift(110, {}, 'unknown')], 'main')[0]?.frame).to.equal(null)
  })

  it('are not those of the main frame, those after input, those out of sight, and those of windows', () => {
    const others = [
      shift(20, {}, 'main'),
      shift(20, { had_recent_input: true }),
      shift(20, { weighted_score_delta: 0 }),
      shift(20, { is_main_frame: true }),
    ]
    expect(frameShifts([...page, ...others], 'main')).to.deep.equal([])
  })

  it('are those of the last document, which has painted', () => {
    const next = [commit('main', 'https://a.example/2', 200), paint(210), shift(250)]
    expect(frameShifts([...page, shift(100), ...next], 'main')).to.have.length(1)
    expect(frameShifts([...page.slice(0, 2), paint(20, 'ad'), shift(100)], 'main')).to.deep.equal([])
  })

  it('are bounded', () => {
    const many = Array.from({ length: 10_010 }, (_, ms) => shift(20 + ms))
    expect(frameShifts([...page, ...many], 'main')).to.have.length(10_000)
  })
})
