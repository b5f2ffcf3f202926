import { expect } from 'chai'
import {
  nameOfFile,
  type WaterfallRequest,
  waterfallOf,
} from '#gateway/console/app/views/inspect/results/performance/requests/waterfall.ts'

const request = (start_ms: number, end_ms: number | null): WaterfallRequest => ({
  url: 'https://shop.example.com/app.js',
  type: 'javascript',
  status: 200,
  start_ms,
  end_ms,
  transfer_kb: 1,
  decoded_kb: 1,
  blocks_paint: false,
})

const barsOf = (...asked: Parameters<typeof waterfallOf>) =>
  waterfallOf(...asked).rows.map(({ bar }) => [bar.start, bar.width])

describe('waterfall of requests', () => {
  it('goes from the navigation to the last request', () => {
    const { rows, from, to, lines } = waterfallOf([request(0, 500), request(250, 2000)], {})
    expect([from, to, lines]).to.deep.equal([0, 2000, []])
    expect(rows.map(({ bar }) => bar)).to.deep.equal([
      { start: 0, width: 25 },
      { start: 12.5, width: 87.5 },
    ])
  })

  it('goes to the last moment where that is later, and leaves out moments without a time', () => {
    const { rows, lines } = waterfallOf([request(0, 500)], {
      FCP: 500,
      LCP: 2000,
      INP: null,
      TTFB: undefined,
    })
    expect(lines).to.deep.equal([
      { name: 'FCP', ms: 500, at: 25 },
      { name: 'LCP', ms: 2000, at: 100 },
    ])
    expect(rows[0]?.bar).to.deep.equal({ start: 0, width: 25 })
  })

  it('begins with what came before the navigation to the page', () => {
    const { from, lines } = waterfallOf([request(-500, -400), request(0, 1500)], { FCP: 500 })
    expect(from).to.equal(-500)
    expect(barsOf([request(-500, -400), request(0, 1500)], {})).to.deep.equal([
      [0, 5],
      [25, 75],
    ])
    expect(lines).to.deep.equal([{ name: 'FCP', ms: 500, at: 50 }])
  })

  it('draws what did not end to the end of the chart', () => {
    expect(barsOf([request(500, null), request(0, 1000)], {})).to.deep.equal([
      [50, 50],
      [0, 100],
    ])
  })

  it('keeps the shortest bar visible and inside the chart', () => {
    expect(barsOf([request(0, 1000), request(100, 100), request(1000, 1000)], {})).to.deep.equal([
      [0, 100],
      [10, 0.5],
      [99.5, 0.5],
    ])
  })

  it('has a width without any time', () => {
    expect(barsOf([request(0, 0)], {})).to.deep.equal([[0, 0.5]])
    expect(waterfallOf([], {}).rows).to.deep.equal([])
  })

  it('names a file by the end of its path, and the host beside it', () => {
    expect(nameOfFile('https://cdn.example.com/js/app.js?v=1')).to.deep.equal({
      file: 'app.js',
      host: 'cdn.example.com',
    })
    expect(nameOfFile('https://example.com/shop/')).to.deep.equal({ file: 'shop', host: 'example.com' })
    expect(nameOfFile('https://example.com')).to.deep.equal({ file: '/', host: 'example.com' })
    expect(nameOfFile('cut')).to.deep.equal({ file: 'cut', host: '' })
  })
})
