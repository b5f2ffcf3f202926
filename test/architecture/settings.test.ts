import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { settings } from '#shared/config/settings.ts'
import { wrongNames } from '#shared/config/wrong-names.ts'
import { sourceFiles } from '#test/support/source/source-files.ts'

/** What an operator can look through. A bound that nobody changes is a constant beside its use. */
const MAX_SETTINGS = 75
const names = Object.keys(settings)

function textOf(paths: readonly string[]): string {
  return paths.map((path) => readFileSync(path, 'utf8')).join('\n')
}

describe('settings', () => {
  it(`are at most ${MAX_SETTINGS}`, () => expect(names.length).to.be.at.most(MAX_SETTINGS))

  it('say who would change them and why, in sentences', () => {
    for (const [name, { reason }] of Object.entries(settings)) expect(reason, name).to.match(/^[A-Z`].+\.$/)
  })

  it('are each read by the product', () => {
    const product = sourceFiles(['gateway', 'stages', 'shared', 'infra'])
    const readers = textOf(product.filter((path) => !path.startsWith('shared/config/settings')))
    const words = new Set(readers.match(/\b[A-Z][A-Z0-9_]+\b/g))
    expect(names.filter((name) => !words.has(name))).to.deep.equal([])
  })
})

describe('variables of this repository', () => {
  it('are none that stop a start', () => {
    const sources = textOf(sourceFiles())
    const read = [...sources.matchAll(/\bprocess\.env(?:\.|\[')([A-Z][A-Z0-9_]+)/g)].map(
      ([, name]) => name ?? '',
    )
    const compose = readFileSync('infra/compose.yaml', 'utf8').match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []
    const image = readFileSync('infra/Dockerfile', 'utf8').match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []
    expect(read).to.include('KAFKA_TEST_BROKERS')
    const files = names.map((name) => `${name}_FILE`)
    expect(wrongNames([...read, ...compose, ...image], [...names, ...files])).to.deep.equal([])
  })
})
