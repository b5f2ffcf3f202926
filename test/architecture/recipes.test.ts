import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'

const FOLDER = 'infra/analytics'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read(`${FOLDER}/README.md`)

/** The version of a package that a list of Python pins. */
const pinned = (list: string, name: string) => new RegExp(`^${name}==(\\S+)`, 'm').exec(read(list))?.[1]

describe('recipes for consumers', () => {
  it('are files that their page names', () => {
    const files = globSync(`${FOLDER}/**/*.{py,sql,json,properties,txt}`, { cwd: root })
    expect(files.length).to.be.above(10)
    expect(files.filter((path) => !page.includes(basename(path)))).to.deep.equal([])
  })

  it('are files alone: the page shows only commands', () => {
    const fences = [...page.matchAll(/^```(\w*)$/gm)]
      .map(([, language]) => language)
      .filter((one) => one !== '')
    expect([...new Set(fences)]).to.deep.equal(['sh'])
  })

  it('ran with the versions that the page names', () => {
    const table = page.slice(page.indexOf('## What ran'))
    const versions = [
      pinned(`${FOLDER}/requirements.txt`, 'duckdb'),
      pinned(`${FOLDER}/iceberg/requirements.txt`, 'pyiceberg'),
      pinned('infra/services/python/engines.txt', 'chdb'),
      ...['connect-runtime', 'debezium-core'].map((name) => {
        const pom = read('infra/services/kafka/connect/pom.xml')
        return new RegExp(`<artifactId>${name}</artifactId>\\s*<version>([^<]+)`).exec(pom)?.[1]
      }),
    ]
    for (const version of versions) expect(table).to.include(version ?? 'a version')
  })
})
