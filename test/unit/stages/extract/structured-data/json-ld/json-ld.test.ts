import { expect } from 'chai'
import { jsonFaultIn } from '#stages/extract/structured-data/json-ld/json-fault.ts'
import { readBlocks } from '#stages/extract/structured-data/json-ld/json-ld.ts'
import { dataOf, inShort, item, itemsOf, judged, plainItem, script } from '../page.ts'

describe('structured data: JSON-LD blocks', () => {
  const product = '{"@context":"https://schema.org","@type":"Thing","name":"x"}'

  // Wrappers and mistakes of real pages.
  for (const [why, text] of [
    ['an HTML comment', `<!-- ${product} -->`],
    ['a CDATA section', `<![CDATA[ ${product} ]]>`],
    ['a CDATA section in line comments', `//<![CDATA[\n${product}\n//]]>`],
    ['a CDATA section in block comments', `/*<![CDATA[*/${product}/*]]>*/`],
    ['a byte order mark', `\uFEFF${product}`],
    ['a trailing semicolon', `${product};`],
    ['a trailing comma', product.replace('}', ',}')],
    ['a raw line end in a string', product.replace('"x"', '"x\ny"')],
    ['a raw tab in a string', product.replace('"x"', '"x\ty"')],
    ['a block comment', product.replace(',"name"', ',/* , */"name"')],
    ['a line comment', product.replace(',"name"', ', // note\n"name"')],
    ['quotation marks as character references', product.replaceAll('"', '&quot;')],
  ] as const)
    it(`reads a block in spite of ${why}, and says so`, () => {
      const { types, errors, warnings } = dataOf(script(text))
      expect(types).to.deep.equal(['Thing'])
      expect(errors).to.deep.equal([])
      expect(warnings.map(({ rule }) => rule)).to.deep.equal(['jsonld-syntax'])
    })

  it('repairs leave strings as they are', () => {
    const blocks = readBlocks(['{ // note\n"n":"http://x/"}', '{"n":",}\\",]",}', '{"n":"x\ty\nz",}'])
    expect(blocks.map(({ value }) => value)).to.deep.equal([
      { n: 'http://x/' },
      { n: ',}",]' },
      { n: 'x\ty\nz' },
    ])
  })

  it('what nests deeper than anything real is an error', () => {
    const { errors } = dataOf(script(`${'[{"a":'.repeat(1_000)}1${'}]'.repeat(1_000)}`))
    expect(errors.map(({ rule, message }) => [rule, message])).to.deep.equal([
      ['jsonld-syntax', 'nested too deeply'],
    ])
  })

  it('the type attribute may be in capitals and have parameters', () => {
    const html = `<script type="Application/LD+JSON; charset=utf-8">${product}</script>`
    expect(dataOf(html).types).to.deep.equal(['Thing'])
  })

  it('leaves character references in right JSON alone: they are what the page says', () => {
    const [block] = readBlocks(['{"name":"&quot;x&quot;"}'])
    expect(block).to.deep.include({ value: { name: '&quot;x&quot;' }, isRepaired: false })
  })

  it('one broken block is one error, with place and reason, and spoils no other', () => {
    const broken = '{\n  "@type": "Thing"\n  "name": "x"\n}'
    const html = `<p>${script(broken, item('Person', { name: 'A' }))}`
    const { types, errors } = dataOf(html)
    expect(types).to.deep.equal(['Person'])
    expect(errors.map(({ rule, message }) => [rule, message])).to.deep.equal([
      ['jsonld-syntax', 'line 3, column 3: expected a comma or }'],
    ])
    expect(html.slice(errors[0]?.offset)).to.match(/^"name": "x"/)
  })

  it('tells the place in the block as it is written, not as repaired', () => {
    const [block] = readBlocks(['<!-- {"a": 1, /* one */ "b" 2} -->'])
    expect(block?.fault).to.deep.equal({ index: 28, message: 'line 1, column 29: expected a colon' })
  })

  it('an empty block is a warning', () => {
    const { errors, warnings } = dataOf(script(' \n'))
    expect(errors).to.deep.equal([])
    expect(inShort(warnings)).to.deep.equal(['null : the block is empty'])
  })

  it('asks for a context of schema.org', () => {
    const rules = (block: object) => judged(block).warnings.map(({ rule }) => rule)
    expect(rules({ '@type': 'Thing', name: 'x' })).to.deep.equal(['jsonld-no-context'])
    expect(rules({ '@context': 'https://www.w3.org/ns/activitystreams', '@type': 'Note' })).to.deep.equal([
      'jsonld-no-context',
    ])
    for (const context of [
      'http://schema.org',
      'https://schema.org/',
      'http://www.schema.org/',
      ['https://schema.org', { '@language': 'en' }],
      { '@vocab': 'https://schema.org/' },
      { schema: 'http://schema.org/' },
    ])
      expect(rules({ '@context': context, '@type': 'Thing', name: 'x' })).to.deep.equal([])
  })

  it('a graph may have the context outside or in its nodes', () => {
    const graph = [item('Person', { name: 'A' }), item('Person', { name: 'B' })]
    expect(judged({ '@graph': graph }).warnings).to.deep.equal([])
  })

  it('asks for a type', () => {
    const { warnings } = judged({ '@context': 'https://schema.org', name: 'x' })
    expect(warnings.map(({ rule }) => rule)).to.deep.equal(['jsonld-no-type'])
  })
})

// RFC 8259: each with the index of the first character that cannot stand there.
const faults: readonly (readonly [text: string, index: number])[] = [
  ['', 0],
  ['{', 1],
  ['[1,]', 3],
  ['{"a":1,}', 7],
  ['{a:1}', 1],
  ['{"a" 1}', 5],
  ['{"a":1 "b":2}', 7],
  ['[1 2]', 3],
  ['{"a":01}', 5],
  ['{"a":+1}', 5],
  ['{"a":NaN}', 5],
  ['"a\tb"', 2],
  ['"a\\qb"', 2],
  ['"a', 0],
  ['[1]]', 3],
  ["{'a':1}", 1],
]

describe('structured data: faults of JSON', () => {
  for (const [text, index] of faults)
    it(`are found in ${JSON.stringify(text)}`, () => {
      expect(jsonFaultIn(text)?.index).to.equal(index)
      expect(() => JSON.parse(text)).to.throw(SyntaxError)
    })

  for (const text of [
    '{}',
    '[]',
    ' [1, -0.5e+3, true, false, null, "\\u00e9\\n"] ',
    '{"a":{"b":[{}]}}',
    '"x"',
    '0',
  ])
    it(`are not found in ${JSON.stringify(text)}`, () => {
      expect(jsonFaultIn(text)).to.equal(null)
      expect(() => JSON.parse(text)).not.to.throw()
    })
})

describe('structured data: items of JSON-LD', () => {
  it('of graphs, arrays and nested ones, types in order of appearance', () => {
    const html = script(
      { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite' }, [{ '@type': 'WebPage' }]] },
      [item(['Product', 'Car'], { brand: { '@type': 'Brand' } }), item('WebSite')],
    )
    expect(dataOf(html).types).to.deep.equal(['WebSite', 'WebPage', 'Product', 'Car', 'Brand'])
  })

  it('have bare names, however schema.org is written', () => {
    const html = script(
      item('http://schema.org/Thing', { 'http://schema.org/name': 'a' }),
      { '@context': { s: 'https://schema.org/' }, '@type': 's:Thing', 's:name': 'b' },
      item('schema:Thing', { 'schema:name': 'c' }),
      { '@context': { '@vocab': 'https://schema.org/', label: 'name' }, '@type': 'Thing', label: 'd' },
      { '@context': 'https://schema.org', type: 'Thing', id: 'https://x.example/#e', name: 'e' },
    )
    expect(itemsOf(html)).to.deep.equal([
      { type: 'Thing', name: ['a'] },
      { type: 'Thing', name: ['b'] },
      { type: 'Thing', name: ['c'] },
      { type: 'Thing', name: ['d'] },
      { type: 'Thing', id: 'https://x.example/#e', name: ['e'] },
    ])
  })

  it('of other vocabularies keep their addresses and are not among the types', () => {
    const { types, nodes, warnings } = judged(
      item('foaf:Person', { '@context': ['https://schema.org', { foaf: 'http://xmlns.com/foaf/0.1/' }] }),
    )
    expect(types).to.deep.equal([])
    expect(nodes[0]?.otherTypes).to.deep.equal(['http://xmlns.com/foaf/0.1/Person'])
    expect(warnings).to.deep.equal([])
  })

  it('values: lists, sets and typed values are unwrapped, null is none', () => {
    const [node] = itemsOf(
      script(
        item('Thing', {
          name: [{ '@value': 'a', '@language': 'en' }, null, 'b'],
          url: { '@list': ['c'] },
          sameAs: { '@set': ['d', 'e'] },
        }),
      ),
    )
    expect(node).to.deep.equal({ type: 'Thing', name: ['a', 'b'], url: ['c'], sameAs: ['d', 'e'] })
  })

  it('references reach items of other blocks, relative ids those of the page', () => {
    const { nodes, graph, errors } = dataOf(
      script(
        item('DiscussionForumPosting', { author: { '@id': '#p' }, datePublished: '2026-01-01', text: 'x' }),
        item('Person', { '@id': 'https://www.example.com/a/page#p', name: 'Ann' }),
      ),
    )
    const author = nodes[0]?.properties.get('author')?.[0] ?? ''
    expect(graph.nodeOf(author)?.properties.get('name')).to.deep.equal(['Ann'])
    expect(errors).to.deep.equal([])
  })

  it('what a reference leads to is judged where it is used', () => {
    const posting = { author: { '@id': '#p' }, datePublished: '2026-01-01', text: 'x' }
    const { errors } = judged(item('DiscussionForumPosting', posting), item('Person', { '@id': '#p' }))
    expect(inShort(errors)).to.deep.equal(['Person author.name: name is required'])
  })

  it('with the same id are one item, judged once', () => {
    const { nodes, graph, errors } = judged(
      item('Product', { '@id': '#p', name: 'x' }),
      item('Product', { '@id': '#p', name: 'y', review: { '@type': 'Review' } }),
    )
    expect(graph.nodes.map(({ types }) => types[0])).to.deep.equal(['Product', 'Review'])
    expect(nodes.map(plainItem)).to.deep.equal([
      { type: 'Product', id: 'https://www.example.com/a/page#p', name: ['x'], review: [{ type: 'Review' }] },
    ])
    expect(errors.filter(({ type }) => type === 'Product')).to.deep.equal([])
  })

  it('blank nodes are those of their block', () => {
    const block = (name: string) => item('Thing', { '@id': '_:b', name })
    expect(judged(block('x'), block('y')).nodes).to.have.length(2)
  })

  it('circles of references end', () => {
    const { types, graph } = judged(
      item('Person', { '@id': '#a', knows: { '@id': '#b' } }),
      item('Person', { '@id': '#b', knows: [{ '@id': '#a' }, { '@id': '#b' }] }),
    )
    expect(types).to.deep.equal(['Person'])
    expect(graph.nodes).to.have.length(2)
  })

  it('a name like __proto__ is a name like any other', () => {
    const text =
      '{"@context":"https://schema.org","@type":"Thing","__proto__":{"@type":"Person","polluted":"yes"}}'
    const { types, nodes } = dataOf(script(text))
    expect(types).to.deep.equal(['Thing', 'Person'])
    expect([...(nodes[0]?.properties.keys() ?? [])]).to.deep.equal(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined)
  })

  it('stand where their block begins', () => {
    const html = `<!doctype html><!-- <script> --><title>x</title>${script(item('Thing'))}`
    expect(html.slice(dataOf(html).nodes[0]?.offset)).to.match(/^<script type="application\/ld\+json">/)
  })
})
