import { expect } from 'chai'
import { concurrencyOf, encodePoliteness, parsePoliteness } from '#shared/messages/politeness.ts'

describe('the text of manners', () => {
  it('has a member for each value that is set', () => {
    const ofText: [
      text: string,
      delayMs: number | null,
      concurrency: number | null,
      isUnthrottled: boolean,
    ][] = [
      ['delay=0', 0, null, false],
      ['concurrency=64', null, 64, false],
      ['delay=60000;concurrency=1;unthrottled', 60_000, 1, true],
    ]
    for (const [text, delayMs, concurrency, isUnthrottled] of ofText) {
      const politeness = { delayMs, concurrency, isUnthrottled }
      expect(encodePoliteness(politeness)).to.equal(text)
      expect(parsePoliteness(text)).to.deep.equal(politeness)
    }
  })

  it('means nothing without a delay or concurrency within the bounds', () => {
    for (const text of [
      '',
      'unthrottled',
      'delay=60001',
      'delay=-1',
      'delay=1.5',
      'delay',
      'concurrency=0',
      'concurrency=65',
    ])
      expect(parsePoliteness(text), text).to.equal(null)
  })

  it('mean one request at a time with a delay, unless they say how many', () => {
    const ofText = (text: string) =>
      concurrencyOf(parsePoliteness(text) ?? { delayMs: 1, concurrency: 99, isUnthrottled: false })
    expect(['delay=5', 'delay=0', 'concurrency=3', 'delay=5;concurrency=3'].map(ofText)).to.deep.equal([
      1,
      null,
      3,
      3,
    ])
  })

  it('may have members of later versions', () => {
    expect(parsePoliteness('burst=3;delay=5;x')).to.deep.equal({
      ...{ delayMs: 5, concurrency: null, isUnthrottled: false },
    })
  })
})
