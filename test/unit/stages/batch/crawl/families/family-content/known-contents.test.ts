import { expect } from 'chai'
import { crawlLimits } from '#stages/batch/crawl/crawl-limits.ts'
import {
  CONTENT_BYTES,
  familyContentOf,
  recognize,
  sameness,
} from '#stages/batch/crawl/families/family-content.ts'

const content = (title: string) =>
  familyContentOf({ title, description: null, h1: null, words: 3, text: null }, false)
const none = new Uint8Array()
const named = (count: number) => Array.from({ length: count }, (_, at) => `page ${'x'.repeat(at + 1)}`)

describe('recognize', () => {
  it('knows a page from the first time on', () => {
    const first = recognize(none, content('a'), false)
    expect(first.sameness).to.equal(sameness.none)
    const again = recognize(first.known, content('a'), false)
    expect(again.sameness).to.equal(sameness.likely)
    expect(again.known).to.have.length(CONTENT_BYTES)
  })

  it('keeps what comes again, and forgets the oldest others', () => {
    let known: Uint8Array = recognize(none, content('returning'), false).known
    for (const title of named(3 * crawlLimits.contentsOfSection)) {
      known = recognize(known, content(title), false).known
      const returned = recognize(known, content('returning'), false)
      expect(returned.sameness).to.equal(sameness.likely)
      known = returned.known
    }
    expect(known).to.have.length(crawlLimits.contentsOfSection * CONTENT_BYTES)
    expect(recognize(known, content('page x'), false).sameness).to.equal(sameness.none)
  })
})
