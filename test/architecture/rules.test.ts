import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'chai'
import { rules } from '#stages/score/audit/rules/index.ts'
import { sourceFiles } from '#test/support/source/source-files.ts'

interface CatalogueRule {
  readonly id: string
  readonly severity: string
  readonly category: string
}

const folder = 'stages/score/audit/rules'
const catalogue: CatalogueRule[] = JSON.parse(
  readFileSync('test/unit/stages/score/audit/catalogue.json', 'utf8'),
)

/** Rules by path below `rules/`, without extension: the files that export `rule(…)`. */
const files = sourceFiles([folder])
  .filter((path) => / = rule\(/.test(readFileSync(path, 'utf8')))
  .map((path) => path.slice(folder.length + 1, -'.ts'.length))

describe('rules of the audit', () => {
  it('are a file each, in the folder of their category, and every file is in a list', () => {
    const ids = rules.map(({ id, category }) => `${category}/${id}`)
    const named = files.map((path) => path.replace(/\/.*\//, '/'))
    expect(ids.toSorted()).to.deep.equal(named.toSorted())
  })

  it('are those of the catalogue, in its severity and category', () => {
    const byId = (a: CatalogueRule, b: CatalogueRule) => (a.id < b.id ? -1 : 1)
    const told = rules.map(({ id, severity, category }) => ({ id, severity, category }))
    expect(told.toSorted(byId)).to.deep.equal(catalogue.toSorted(byId))
  })

  it('have a test each, of the same name', () => {
    const tests = `test/unit/${folder}`
    expect(files.filter((path) => !existsSync(`${tests}/${path}.test.ts`))).to.deep.equal([])
  })

  it('are all that is tested as a rule', () => {
    const tests = `test/unit/${folder}`
    const tested = readdirSync(tests, { recursive: true, encoding: 'utf8' })
      .filter(
        (path) =>
          path.endsWith('.test.ts') && readFileSync(`${tests}/${path}`, 'utf8').includes('ruleTester('),
      )
      .map((path) => path.slice(0, -'.test.ts'.length))
    expect(tested.filter((path) => !files.includes(path))).to.deep.equal([])
  })

  it('export what has the name of the file', () => {
    const wrong = files.filter((path) => {
      const name = basename(path).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      return !readFileSync(`${folder}/${path}.ts`, 'utf8').includes(`export const ${name} = `)
    })
    expect(wrong).to.deep.equal([])
  })
})
