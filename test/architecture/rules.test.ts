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

const MAX_TITLE_CHARS = 60
/** Words that readers of the field do not expect: fix, response, URL, image and occurrence are the plain ones. */
const oddWords = /\b(?:mend(?:s|ed|ing)?|address(?:es)?|answer(?:s|ed)?|pictures?|places|c[oa]me to)\b/i
/** Terms of standards that have such a word. */
const terms = /\bIP addresses|\bpicture elements?/gi

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

  it('have a title for what is wrong and another for what holds, both short', () => {
    for (const { id, title, passTitle } of rules) {
      expect(title.trim(), id).to.equal(title).and.not.equal('')
      expect(passTitle.trim(), id).to.equal(passTitle).and.not.equal('')
      expect(title.toLowerCase(), id).not.to.equal(passTitle.toLowerCase())
      expect(Math.max(title.length, passTitle.length), id).to.be.at.most(MAX_TITLE_CHARS)
    }
  })

  it('have titles of what is wrong that tell them apart', () => {
    const titles = rules.map(({ title }) => title.toLowerCase())
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).to.deep.equal([])
  })

  it('speak in the plain words of the field', () => {
    const odd = rules.flatMap(({ id, title, passTitle, why, fix, excludes = '', messages }) =>
      [title, passTitle, why, fix, excludes, ...Object.values(messages)]
        .filter((text) => oddWords.test(text.replaceAll(terms, '')))
        .map((text) => `${id}: ${text}`),
    )
    expect(odd).to.deep.equal([])
  })

  it('end their messages with a full stop, or with what was found', () => {
    const wrong = rules.flatMap(({ id, messages }) =>
      Object.values(messages)
        .filter((text) => !/[.)}]["”]?$/.test(text))
        .map((text) => `${id}: ${text}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('name numbers with the words that go with one and with many', () => {
    const wrong = rules.flatMap(({ id, messages }) =>
      Object.values(messages)
        .filter((text) => /^\{affected\} of \{total\} \w+s\b/.test(text))
        .map((text) => `${id}: ${text}`),
    )
    expect(wrong).to.deep.equal([])
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
