import { expect } from 'chai'
import { recipes } from '#gateway/documents/page/recipes.ts'

const all = recipes('https://probe.example', 'https://shop.example/')

describe('recipes', () => {
  it('are five, from metadata to a crawl', () => {
    expect(all.map(({ id }) => id)).to.deep.equal([
      'metadata',
      'snapshot',
      'performance',
      'seo-audit',
      'crawl',
    ])
  })

  it('call the service with the key of the environment, for the page that is named', () => {
    for (const { id, command } of all) {
      expect(command, id)
        .to.match(/^(BATCH=\$\()?curl /)
        .and.include('-H "X-API-Key: $PAGEPROBE_API_KEY"')
        .and.include('https://probe.example/')
        .and.include('https://shop.example/')
    }
  })
})
