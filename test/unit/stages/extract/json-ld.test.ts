import { expect } from 'chai'
import { readJsonLd } from '#stages/extract/structured-data/json-ld.ts'
import { metadataFor } from './pages.ts'

// What real pages wrap around JSON or get wrong in it; each is to be read as {"@type":"A","n":"x"} or as noted.
const mended: readonly (readonly [why: string, text: string, n?: string])[] = [
  ['html comment', '<!-- {"@type":"A","n":"x"} -->'],
  ['CDATA', '<![CDATA[ {"@type":"A","n":"x"} ]]>'],
  ['CDATA in line comments', '//<![CDATA[\n{"@type":"A","n":"x"}\n//]]>'],
  ['CDATA in block comments', '/*<![CDATA[*/{"@type":"A","n":"x"}/*]]>*/'],
  ['semicolon', '{"@type":"A","n":"x"};'],
  ['trailing commas', '{"@type":"A","n":"x",\n}'],
  ['line end in a string', '{"@type":"A","n":"x\ny"}', 'x\ny'],
  ['tab in a string', '{"@type":"A","n":"x\ty"}', 'x\ty'],
  ['block comment', '{"@type":"A",/* , */"n":"x"}'],
  ['line comment, addresses kept', '{"@type":"A", // note\n"n":"http://x/"}', 'http://x/'],
  ['commas and brackets in strings stay', '{"@type":"A","n":",}\\",]",}', ',}",]'],
]

describe('extract: JSON-LD', () => {
  for (const [why, text, n = 'x'] of mended)
    it(`mends ${why}`, () => {
      expect(readJsonLd([text])).to.deep.equal({
        blocks: [{ error: null, isRepaired: true }],
        nodes: [{ '@type': 'A', n }],
      })
    })

  it('leaves what is right alone', () => {
    expect(readJsonLd([' {"@type":"A"} ']).blocks).to.deep.equal([{ error: null, isRepaired: false }])
  })

  it('a broken block is one error and spoils no other', () => {
    const { blocks, nodes } = readJsonLd(['{"@type":"A"}', '{"a": "b" "c"}', '[{"@type":"B"}]'])
    expect(blocks.map(({ error }) => error === null)).to.deep.equal([true, false, true])
    expect(nodes).to.deep.equal([{ '@type': 'A' }, { '@type': 'B' }])
  })

  it('lists the nodes of graphs and arrays', () => {
    const text = '{"@context":"https://schema.org","@graph":[{"@type":"A"},[{"@type":"B"}]]}'
    expect(readJsonLd([text]).nodes).to.deep.equal([{ '@type': 'A' }, { '@type': 'B' }])
  })

  it('refuses what nests deeper than anything real', () => {
    const deep = `${'[{"a":'.repeat(1_000)}1${'}]'.repeat(1_000)}`
    expect(readJsonLd([deep]).blocks[0]?.error).to.equal('nested too deeply')
  })

  it('sums up the types, nested and repeated ones once', () => {
    const html = `<script type="Application/LD+JSON; charset=utf-8">{"@type":["Product","schema:Car"],"brand":{"@type":"Brand"}}</script>
      <script type=application/ld+json>{"@type":"https://schema.org/Product"</script>
      <script type=application/ld+json>{"@type":"https://schema.org/Product"}</script>`
    const summary = metadataFor(html, { groups: ['schema'] }).schema_org_summary
    expect(summary?.types).to.deep.equal(['Product', 'Car', 'Brand'])
    expect(summary?.valid).to.equal(false)
    expect(summary?.errors_count).to.be.at.least(1)
  })
})
