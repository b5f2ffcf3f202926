import { expect } from 'chai'
import {
  duplicatedFiles,
  duplicatedModules,
  modulesOf,
} from '#stages/render/lab/code/duplicated/duplicated-code.ts'

const script = (
  url: string,
  characters: number,
  hash: string,
  text: string | null = null,
  inlineMap: string | null = null,
) => ({
  ...{ scriptId: url, url, characters, hash, text, inlineMap },
})

describe('duplicated code', () => {
  it('is in files of the same content', () => {
    const scripts = [
      script('/a.js', 600, 'one'),
      script('/b.js', 5000, 'two'),
      script('/a.js?2', 600, 'one'),
      script('/small.js', 511, 'three'),
      script('/small.js?2', 511, 'three'),
      script('/b.js?2', 5000, 'two'),
    ]
    expect(duplicatedFiles(scripts)).to.deep.equal([
      {
        module: null,
        copies: [
          { url: '/b.js', characters: 5000 },
          { url: '/b.js?2', characters: 5000 },
        ],
      },
      {
        module: null,
        copies: [
          { url: '/a.js', characters: 600 },
          { url: '/a.js?2', characters: 600 },
        ],
      },
    ])
  })

  it('is in modules of several scripts, unless one is much smaller', () => {
    const found = duplicatedModules(
      new Map([
        [
          '/a.js',
          new Map([
            ['lib', 600],
            ['large', 10_000],
            ['once', 9000],
          ]),
        ],
        [
          '/b.js',
          new Map([
            ['lib', 700],
            ['large', 900],
          ]),
        ],
        ['/c.js', new Map([['lib', 500]])],
      ]),
    )
    expect(found).to.deep.equal([
      {
        module: 'lib',
        copies: [
          { url: '/b.js', characters: 700 },
          { url: '/a.js', characters: 600 },
        ],
      },
    ])
  })

  it('is bounded', () => {
    const many = Array.from({ length: 3000 }, (_, at) => script(`/${at}.js`, 600, `${at % 300}`))
    expect(duplicatedFiles(many)).to.have.lengthOf(200)
    const copies = Array.from({ length: 50 }, (_, at) => script(`/${at}.js`, 600, 'same'))
    expect(duplicatedFiles(copies)[0]?.copies).to.have.lengthOf(10)
  })

  it('is found by the source map in a script', () => {
    const map = {
      version: 3,
      mappings: 'AAAA,ICAA,ICAA',
      sources: ['node_modules/a/b.js', 'webpack/bootstrap', 'node_modules/a/b.js?1'],
    }
    const modules = modulesOf(
      script(
        'https://a.example/a.js',
        12,
        'h',
        '0123456789ab',
        `data:,${encodeURIComponent(JSON.stringify(map))}`,
      ),
    )
    expect(Object.fromEntries(modules ?? [])).to.deep.equal({ 'node_modules/a/b.js': 8 })
    expect(modulesOf(script('https://a.example/a.js', 12, 'h', '0123456789ab'))).to.equal(null)
    expect(modulesOf(script('https://a.example/a.js', 12, 'h', null, 'data:,{}'))).to.equal(null)
  })
})
