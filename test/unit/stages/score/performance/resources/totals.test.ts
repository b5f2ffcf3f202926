import { expect } from 'chai'
import {
  entitiesOf,
  heaviest,
  kilobytes,
  partiesOf,
  providersOf,
  totalsOf,
} from '#stages/score/performance/resources/totals.ts'
import { request } from '#test/support/performance/lab-measurement.ts'

const sent = (url: string, transferBytes: number) => request(url, { transferBytes, decodedBytes: 2048 })

describe('totals of requests', () => {
  it('are in units of 1,024 bytes with one decimal', () => {
    expect([0, 51, 52, 1024, 1536].map(kilobytes)).to.deep.equal([0, 0, 0.1, 1, 1.5])
    expect(totalsOf([sent('/a', 512), sent('/b', 1024)])).to.deep.equal({ transfer_kb: 1.5, decoded_kb: 4 })
    expect(totalsOf([])).to.deep.equal({ transfer_kb: 0, decoded_kb: 0 })
  })

  it('by group have the heaviest first, equal ones by name', () => {
    const requests = [sent('/b', 1024), sent('/a', 1024), sent('/c', 512), sent('/c', 1024), sent('/d', 1)]
    const groups = heaviest(requests, ({ url }) => new URL(url).pathname, 3)
    expect(groups).to.deep.equal([
      ['/c', { requests: 2, transfer_kb: 1.5 }],
      ['/a', { requests: 1, transfer_kb: 1 }],
      ['/b', { requests: 1, transfer_kb: 1 }],
    ])
  })

  it('by party tell the registrable domain of the page from others', () => {
    const urls = [
      'https://www.example.co.uk/',
      'https://cdn.example.co.uk/',
      'https://other.co.uk/',
      'https://example.com/',
    ]
    const { first, third } = partiesOf(
      urls.map((url) => sent(url, 1)),
      'https://shop.example.co.uk/',
    )
    expect(first.map(({ url }) => url)).to.deep.equal(urls.slice(0, 2))
    expect(third.map(({ url }) => url)).to.deep.equal(urls.slice(2))
  })

  it('by provider leave out hosts of unknown ones', () => {
    const third = [
      sent('https://www.google-analytics.com/g.js', 2048),
      sent('https://ssl.google-analytics.com/g.js', 1024),
      sent('https://nobody.example/', 9999),
    ]
    expect(entitiesOf(third, 5)).to.deep.equal([{ name: 'Google Analytics', requests: 2, transfer_kb: 3 }])
  })

  it('by provider have hosts where it is unknown', () => {
    const third = [
      sent('https://www.google-analytics.com/g.js', 2048),
      sent('https://ssl.google-analytics.com/g.js', 1024),
      sent('https://nobody.example/', 512),
      sent('https://small.example/', 1),
    ]
    expect(providersOf(third, 2)).to.deep.equal(['Google Analytics (3 KiB)', 'nobody.example (0.5 KiB)'])
  })
})
