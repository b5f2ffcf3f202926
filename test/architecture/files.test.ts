import { expect } from 'chai'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

const MOST_LINES = 250

/** Who may read the environment: the configuration, and programs that are none of the service. */
const READS_ENVIRONMENT =
  /^(shared\/config\/config\.ts$|infra\/(faults|image|setup|services|tests|tools)\/|gateway\/cli\/)/

/** `process.env`, `process['env']`, `{ env } = process`, `import { env } from 'node:process'`. */
const ENVIRONMENT =
  /\bprocess\s*(\?\.|\.|\[\s*['"`])\s*env\b|\benv\b[^;\n]*}\s*(=\s*process\b|from\s*['"](node:)?process['"])/

describe('source files', () => {
  it('have at most 250 lines; data (*.data.ts) may have more', () => {
    const lines = (path: string) => readSource(path).trimEnd().split('\n').length
    const long = sourceFiles().filter((path) => !path.endsWith('.data.ts') && lines(path) > MOST_LINES)
    expect(long).to.deep.equal([])
  })

  it('leave the environment to the configuration', () => {
    const readers = sourceFiles().filter((path) => ENVIRONMENT.test(readSource(path)))
    expect(readers.filter((path) => !READS_ENVIRONMENT.test(path))).to.deep.equal([])
    expect(readers).to.include('shared/config/config.ts')
  })

  for (const reader of [
    'process.env.HOME',
    `process['env']`,
    'const { env } = process',
    `import { argv, env } from 'node:process'`,
  ]) {
    it(`are seen to read it by: ${reader}`, () => {
      expect(reader).to.match(ENVIRONMENT)
    })
  }
})
