import { expect } from 'chai'
import {
  beginningOf,
  isolatedText,
  visibleJson,
  withVisibleMarks,
} from '#gateway/console/app/ui/page/control-marks.ts'

describe('console: invisible marks of a text', () => {
  it('are written out', () => {
    expect(withVisibleMarks('a\u202Eb\u2066c\u200Fd\u0007e\u0085f')).to.equal(
      'a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩d⟨U+0007⟩e⟨U+0085⟩f',
    )
  })

  it('leave letters of right-to-left scripts, joiners, tabs and line breaks as they are', () => {
    const text = 'שלום\tمرحبا\n👩‍👩‍👧 é\r'
    expect(withVisibleMarks(text)).to.equal(text)
  })

  it('beginningOf never splits a surrogate pair', () => {
    expect(beginningOf('ab😀', 3)).to.equal('ab')
    expect(beginningOf('ab😀', 4)).to.equal('ab😀')
    expect(beginningOf('abc', 2)).to.equal('ab')
  })

  it('isolate a text where no element can: only the first and the last mark are real', () => {
    expect(isolatedText('a\u2069b')).to.equal('\u2068a⟨U+2069⟩b\u2069')
  })

  it('are escapes in JSON, which says the same', () => {
    const value = { a: 'x\u202Ey\u0085', b: [1] }
    expect(visibleJson(value, 0)).to.equal('{"a":"x\\u202Ey\\u0085","b":[1]}')
    expect(JSON.parse(visibleJson(value))).to.deep.equal(value)
  })
})
