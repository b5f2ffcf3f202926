import { expect } from 'chai'
import { estimateText, numberIn } from '#gateway/console/app/views/sites/new/estimate.ts'

/** Times by hand: pages times delay. */
describe('estimate of a crawl', () => {
  const text = (pages: number, delayMs: number, minutes: number | null = null) =>
    estimateText({ pages, delayMs, minutes })

  it('is one request in each delay', () => {
    // 500 s = 8.3 min
    expect(text(500, 1000)).to.equal('Up to 500 pages at one request per second: about 8 min at most.')
    // 10,000 s = 2 h 46.7 min
    expect(text(10_000, 1000)).to.equal(
      'Up to 10,000 pages at one request per second: about 2 h 47 min at most.',
    )
    expect(text(1, 1000)).to.equal('Up to 1 page at one request per second: about 1 s at most.')
    // 100 × 0.25 s = 25 s
    expect(text(100, 250)).to.equal('Up to 100 pages at 4 requests per second: about 25 s at most.')
    // 60 × 2.5 s = 150 s = 2.5 min
    expect(text(60, 2500)).to.equal('Up to 60 pages at one request every 2.5 s: about 3 min at most.')
    // 1,000,000 s = 277 h 46.7 min
    expect(text(1_000_000, 1000)).to.include('about 277 h 47 min at most')
  })

  it('ends with the longest time, where that is shorter', () => {
    expect(text(500, 1000, 5)).to.include('about 5 min at most')
    expect(text(500, 1000, 60)).to.include('about 8 min at most')
    expect(text(7200, 1000, 60)).to.include('about 1 h at most')
  })

  it('is not told without a delay: the site decides', () => {
    expect(text(500, 0)).to.equal('Up to 500 pages without a delay: as fast as the site responds.')
    expect(text(500, 0, 10)).to.equal(
      'Up to 500 pages without a delay: as fast as the site responds, about 10 min at most.',
    )
  })

  it('takes whole numbers, the default where a field is empty', () => {
    expect(numberIn(' ', 10_000)).to.equal(10_000)
    expect(numberIn(' 500 ', 10_000)).to.equal(500)
    expect(numberIn('0', 1000)).to.equal(0)
    for (const no of ['-1', '1.5', '1e3', 'many', '12345678901']) expect(numberIn(no, 1), no).to.equal(null)
  })
})
