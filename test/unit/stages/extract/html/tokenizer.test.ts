import { expect } from 'chai'
import { type DefaultTreeAdapterTypes, parse, type Token } from 'parse5'
import type { Content } from '#stages/extract/html/raw-text.ts'
import { sourceText } from '#stages/extract/html/source-text.ts'
import { tokenize } from '#stages/extract/html/tokenizer.ts'

const rawText = new Set(['style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])

/** A short form of the tokens: `<name a=b>`, `</name>`, text as it is. */
function tokensOf(html: string, isInForeignContent = false): string[] {
  const tokens: string[] = []
  let tag = ''
  let name = ''
  tokenize(sourceText(html), {
    isInForeignContent,
    beginStartTag(start, end) {
      name = html.slice(start, end).toLowerCase()
      tag = name
    },
    attributeName(start, end) {
      tag += ` ${html.slice(start, end)}`
    },
    attributeValue(start, end) {
      tag += `=${html.slice(start, end)}`
    },
    endStartTag(end, isSelfClosing): Content {
      expect(html[end - 1]).to.equal('>')
      tokens.push(`<${tag}${isSelfClosing ? '/' : ''}>`)
      if (name === 'script' || name === 'noscript') return name
      return name === 'plaintext' ? 'plain-text' : rawText.has(name) ? 'raw-text' : 'markup'
    },
    endTag: (start, end) => tokens.push(`</${html.slice(start, end).toLowerCase()}>`),
    text: (start, end) => tokens.push(html.slice(start, end)),
  })
  return tokens
}

/** Section 13.2.5 of the HTML Standard, state by state. */
const cases: readonly (readonly [why: string, html: string, tokens: readonly string[]])[] = [
  ['tags and text', 'a<B>c</B >d', ['a', '<b>', 'c', '</b>', 'd']],
  ['a < that begins nothing is text', 'a < b <3 c', ['a < b <3 c']],
  ['attributes in all spellings', `<a b c = d e='f g' h="i>j">`, [`<a b c=d e=f g h=i>j>`]],
  ['attributes without space between', '<a b="c"d=e>', ['<a b=c d=e>']],
  ['an unquoted value keeps its slash', '<a href=/x/>y', ['<a href=/x/>', 'y']],
  ['a slash before the end closes', '<br/><br / ><br a/>', ['<br/>', '<br>', '<br a/>']],
  ['= at the beginning of a name', '<a =b=c>', ['<a =b=c>']],
  ['a missing value', '<a b= >c', ['<a b=>', 'c']],
  ['a tag without an end is none', 'a<b c="d', ['a']],
  ['an end tag without an end is none', '<a>b</a c', ['<a>', 'b']],
  ['</ at the end of the page is text', 'a</', ['a</']],
  ['end tags without a name', 'a</>b</ c>d', ['a', 'b', 'd']],
  ['comments', 'a<!-- <b> -->c<!--->d<!---->e<!-->f', ['a', 'c', 'd', 'e', 'f']],
  ['comments ended wrongly', 'a<!-- b --!>c', ['a', 'c']],
  ['-- within comments', 'a<!-- b -- c > --->d', ['a', 'd']],
  ['a comment without an end', 'a<!-- b', ['a']],
  ['DOCTYPE and what is neither', '<!DOCTYPE html>a<!b>c<?d?>e', ['a', 'c', 'e']],
  ['CDATA sections of HTML are comments', 'a<![CDATA[b>c]]>', ['a', 'c]]>']],
  ['raw text', '<Script>a<b></c></SCRIPT >d', ['<script>', 'a<b></c>', '</script>', 'd']],
  ['raw text: longer names end nothing', '<style></styles></style>', ['<style>', '</styles>', '</style>']],
  ['raw text without an end', '<title>a</titl', ['<title>', 'a</titl']],
  ['a script', '<script>a</scripts></script >b', ['<script>', 'a</scripts>', '</script>', 'b']],
  [
    'a script within the comment of a script',
    '<script><!--<script></script>--></script>a',
    ['<script>', '<!--<script></script>-->', '</script>', 'a'],
  ],
  [
    'noscript: markup that ends with it',
    '<noscript><style>a<!--</noscript><b title="</noscript>">c',
    ['<noscript>', '<style>', 'a<!--', '</noscript>', '<b title=</noscript>>', 'c'],
  ],
  ['plain text', '<plaintext>a</plaintext>', ['<plaintext>', 'a</plaintext>']],
]

describe('tokenizer', () => {
  for (const [why, html, tokens] of cases)
    it(why, () => expect(tokensOf(html).filter((token) => token !== '')).to.deep.equal(tokens))

  it('CDATA sections of svg are text', () => {
    expect(tokensOf('a<![CDATA[b>c]]>d', true)).to.deep.equal(['a', 'b>c', 'd'])
  })

  it('reads the same attributes as parse5, for any bytes', () => {
    const pieces = [
      '<p',
      ' ',
      'a',
      '=',
      '"',
      "'",
      '>',
      '/',
      'b',
      '\n',
      '<!--',
      '-->',
      '</i>',
      '<',
      '&amp;',
      '-',
    ]
    let seed = 1
    for (let round = 0; round < 2_000; round++) {
      let html = '<body>'
      for (let count = 0; count < 12; count++) {
        seed = (seed * 48_271) % 2_147_483_647
        html += pieces[seed % pieces.length]
      }
      expect(ourAttributes(html), html).to.deep.equal(theirAttributes(html))
    }
  })
})

/** Attributes of p elements in document order: the first of each name, as written. */
function ourAttributes(html: string): string[][] {
  const found: string[][] = []
  let names: string[] | null = null
  tokenize(sourceText(html), {
    isInForeignContent: false,
    beginStartTag(start, end) {
      names = html.slice(start, end) === 'p' ? [] : null
    },
    attributeName(start, end) {
      const name = html.slice(start, end)
      if (!names?.includes(name)) names?.push(name)
    },
    attributeValue() {},
    endStartTag() {
      if (names) found.push(names)
      return 'markup'
    },
    endTag() {},
    text() {},
  })
  return found
}

function theirAttributes(html: string): string[][] {
  const found: string[][] = []
  const waiting: DefaultTreeAdapterTypes.Node[] = [parse(html)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node && node.tagName === 'p')
      found.push(node.attrs.map(({ name }: Token.Attribute) => name))
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
  return found
}
