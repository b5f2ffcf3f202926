import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'
import { documentFiles, linksOf, pathsOf } from '#test/support/source/document-links.ts'
import { commandsOf, namesOf, questionsOf } from '#test/support/source/questions.ts'

const PAGE = 'infra/docs/questions.md'
const QUESTIONS = 20
/** One look: an answer that needs more is a page of its own. */
const MAX_LINES = 5

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const questions = questionsOf(read(PAGE))
const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts

const isScript = (name: string) => name in scripts
const pathsBehind = (rest: string) =>
  rest.split(' ').filter((word) => /^(?:gateway|stages|shared|infra|test)\//.test(word))

function missingNames(answer: string): string[] {
  return namesOf(answer)
    .filter(
      ({ path, name }) => !existsSync(join(root, path)) || !new RegExp(`\\b${name}\\b`).test(read(path)),
    )
    .map(({ path, name }) => `${path}: ${name}`)
}

describe('questions of a newcomer', () => {
  it(`are ${QUESTIONS}, each with an anchor of its own`, () => {
    const anchors = questions.map(({ anchor }) => anchor)
    expect(questions).to.have.length(QUESTIONS)
    expect(anchors).not.to.include(null)
    expect(new Set(anchors).size).to.equal(QUESTIONS)
  })

  it('ask where, how or why', () => {
    expect(
      questions
        .map(({ title }) => title)
        .filter((title) => !/^(?:Where|How|Which|Why|What) .*\?$/.test(title)),
    ).to.deep.equal([])
  })

  it(`are answered in at most ${MAX_LINES} lines`, () => {
    const long = questions.filter(({ answer }) => answer.split('\n').length > MAX_LINES)
    expect(long.map(({ title }) => title)).to.deep.equal([])
  })

  it('are answered by a file, a command or a page to look at', () => {
    const idle = questions.filter(
      ({ answer }) => [...pathsOf(answer), ...linksOf(answer), ...commandsOf(answer)].length === 0,
    )
    expect(idle.map(({ title }) => title)).to.deep.equal([])
  })

  it('name only what their files have', () => {
    expect(questions.flatMap(({ answer }) => missingNames(answer))).to.deep.equal([])
  })
})

describe('commands of the documents', () => {
  const commands = documentFiles(root).flatMap((page) =>
    commandsOf(read(page)).map((command) => ({ page, ...command })),
  )

  it('are scripts of package.json', () => {
    const unknown = commands.filter(({ script }) => !isScript(script))
    expect(unknown.map(({ page, script }) => `${page}: npm run ${script}`)).to.deep.equal([])
  })

  it('name only paths that exist', () => {
    const wrong = commands.flatMap(({ page, rest }) => pathsBehind(rest).map((path) => ({ page, path })))
    expect(wrong.filter(({ path }) => !existsSync(join(root, path)))).to.deep.equal([])
  })
})

describe('what is read of a page of questions', () => {
  const page =
    '## Where\n\n<a id="one"></a>\n### Where is it?\nIn `a/b.ts` (`c`),\nor `d/e.ts`, `f`.\n\n### Bare?\n`npm run x -- a/b`\n'

  it('are questions with their anchors and answers', () => {
    expect(questionsOf(page)).to.deep.equal([
      { title: 'Where is it?', anchor: 'one', answer: 'In `a/b.ts` (`c`),\nor `d/e.ts`, `f`.' },
      { title: 'Bare?', anchor: null, answer: '`npm run x -- a/b`' },
    ])
  })

  it('are names with their files', () => {
    expect(namesOf(page)).to.deep.equal([
      { path: 'a/b.ts', name: 'c' },
      { path: 'd/e.ts', name: 'f' },
    ])
  })

  it('are commands, in text and in blocks', () => {
    expect(commandsOf(`${page}\`\`\`sh\nnpm test -- test/a   # why\nnpm start\n\`\`\``)).to.deep.equal([
      { script: 'x', rest: '-- a/b' },
      { script: 'test', rest: '-- test/a' },
      { script: 'start', rest: '' },
    ])
  })
})
