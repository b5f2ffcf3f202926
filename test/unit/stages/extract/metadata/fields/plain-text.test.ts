import { expect } from 'chai'
import { isUnfilled, plainText } from '#stages/extract/metadata/fields/plain-text.ts'

const texts: readonly (readonly [why: string, written: string, text: string | null])[] = [
  ['white space is collapsed', ' a \n b ', 'a b'],
  ['references', 'Q&amp;A &quot;x&quot; &#8230;', 'Q&A "x" …'],
  ['references without a semicolon are text', 'R&D &copy 2 &x;', 'R&D &copy 2 &x;'],
  ['paragraphs', '<p>a</p><p class="x">b</p>', 'a b'],
  ['a paragraph that was cut', '<p>A begin', 'A begin'],
  ['an image', '<img src="/a.png" alt=""> a', 'a'],
  ['line breaks', 'a<br>b', 'a b'],
  ['escaped markup', '&lt;b&gt;a&lt;/b&gt;', 'a'],
  ['the names of elements', 'How <main> and <nav> differ', 'How <main> and <nav> differ'],
  ['comparisons', 'a < b > c', 'a < b > c'],
  ['only markup', '<p></p>', null],
  ['unfilled', '{{ text }}', null],
]

describe('plain text', () => {
  for (const [why, written, text] of texts) it(why, () => expect(plainText(written)).to.equal(text))
})

describe('unfilled texts', () => {
  for (const text of [
    '{{ title }}',
    'a {{b.c}}',
    '{% block x %}',
    '<%= x %>',
    '$' + '{title}',
    'undefined',
    '[object Object]',
  ])
    it(text, () => expect(isUnfilled(text)).to.equal(true))

  for (const text of ['{a}', '$5 {b}', 'undefined behaviour', '50 % off', 'Null'])
    it(`not ${text}`, () => expect(isUnfilled(text)).to.equal(false))
})
