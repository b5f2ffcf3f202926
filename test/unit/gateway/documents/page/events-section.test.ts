import { expect } from 'chai'
import * as cheerio from 'cheerio'
import { eventsSection } from '#gateway/documents/page/events-section.ts'

describe('section on events', () => {
  it('has the topics with their prefix, in the direction of the client', () => {
    const about = {
      channels: {
        requests: { address: 'x.inspection.requested', summary: 'Requests <of> anyone.' },
        results: { address: 'x.result', summary: 'Results.' },
      },
      operations: { requests: { action: 'receive' }, results: { action: 'send' } },
    }
    const page = cheerio.load(eventsSection(about, 'https://probe.example'))
    const rows = page('tbody tr')
      .toArray()
      .map((row) =>
        page(row)
          .children()
          .toArray()
          .map((cell) => page(cell).text()),
      )
    expect(rows).to.deep.equal([
      ['x.inspection.requested', 'you write', 'Requests <of> anyone.'],
      ['x.result', 'you read', 'Results.'],
    ])
    expect(page('pre').text()).to.include('https://probe.example/events')
  })
})
