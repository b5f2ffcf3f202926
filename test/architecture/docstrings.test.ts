import { expect } from 'chai'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

/** Start of an exported function that goes on on further lines: a declaration, or a constant that holds an arrow function. */
const FUNCTION = /^export (?:default )?(?:async )?function\*? (\w+)|^export const (\w+)\b.*=> ?[{(]?$/

/** Names of exported functions of more than a line that have no docstring right before them. */
function undocumented(source: string): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const [, declared, constant] = FUNCTION.exec(line) ?? []
    const name = declared ?? constant
    const isDocumented = lines[index - 1]?.trimEnd().endsWith('*/') || isOverload(lines, index)
    return name === undefined || isDocumented ? [] : [name]
  })
}

/** Only the first of several signatures of a function needs one. */
function isOverload(lines: readonly string[], index: number): boolean {
  const name = FUNCTION.exec(lines[index] ?? '')?.[1]
  return name !== undefined && lines.slice(0, index).some((line) => FUNCTION.exec(line)?.[1] === name)
}

describe('exported functions', () => {
  for (const folder of ['gateway', 'stages', 'shared', 'infra']) {
    it(`below ${folder}/ have docstrings`, () => {
      const found = sourceFiles([folder]).flatMap((path) =>
        undocumented(readSource(path)).map((name) => `${path}: ${name}`),
      )
      expect(found).to.deep.equal([])
    })
  }

  for (const source of [
    'export function f() {\n}',
    'export async function f() {\n}',
    'export const f = () => {\n}',
    '// no docstring\nexport function f() {\n}',
  ]) {
    it(`without one are found: ${JSON.stringify(source)}`, () => {
      expect(undocumented(source)).to.deep.equal(['f'])
    })
  }

  for (const source of [
    '/** F. */\nexport function f() {\n}',
    'function f() {\n}',
    'export const f = () => 1',
    '/** F. */\nexport function f(a: 1): 1\nexport function f(a: 2): 2',
  ]) {
    it(`that need none are left alone: ${JSON.stringify(source)}`, () => {
      expect(undocumented(source)).to.deep.equal([])
    })
  }
})
