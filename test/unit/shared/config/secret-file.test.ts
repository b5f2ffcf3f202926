import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfig, WrongSettings } from '#shared/config/config.ts'

const KEY = `pp_abcdefgh_${'x'.repeat(32)}`
/** Every secret setting, with a value that it allows. */
const secrets = {
  PAGEPROBE_API_KEY: KEY,
  PARTS_SECRET: 'shared-by-all',
  KAFKA_PASSWORD: 'of kafka',
  REDIS_URL: 'redis://:password@redis:6379',
  REDIS_CACHE_URL: 'redis://:password@cache:6379',
  POSTGRES_URL: 'postgres://user:password@host/database',
  REDIS_SENTINEL_PASSWORD: 'of sentinels',
  S3_SECRET_KEY: 'of objects',
} as const

describe('secrets in files', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  function fileOf(text: string): string {
    const path = join(folder, 'secret')
    writeFileSync(path, text)
    return path
  }
  function problemsOf(env: Record<string, string>): readonly string[] {
    try {
      readConfig(env)
    } catch (error) {
      if (error instanceof WrongSettings) return error.problems
      throw error
    }
    return []
  }

  for (const [name, value] of Object.entries(secrets)) {
    const others = name === 'REDIS_CACHE_URL' ? { REDIS_URL: 'redis://redis' } : {}
    const read = (text: string) =>
      readConfig({ ...others, [`${name}_FILE`]: fileOf(text) })[name as keyof typeof secrets]

    it(`reads ${name}_FILE, without its last line end`, () => {
      expect(read(value)).to.equal(value)
      expect(read(`${value}\n`)).to.equal(value)
      expect(read(`${value}\r\n`)).to.equal(value)
    })
  }

  it('keeps all but the last line end', () => {
    expect(readConfig({ KAFKA_PASSWORD_FILE: fileOf(' a \n\n') }).KAFKA_PASSWORD).to.equal(' a \n')
  })

  const wrong: Record<string, () => Record<string, string>> = {
    'both are set': () => ({ PARTS_SECRET: 'a', PARTS_SECRET_FILE: fileOf('hunter2') }),
    'the file is missing': () => ({ PARTS_SECRET_FILE: join(folder, 'missing') }),
    'it is a folder': () => ({ PARTS_SECRET_FILE: folder }),
    'the file is empty': () => ({ PARTS_SECRET_FILE: fileOf('') }),
    'the file has a line end only': () => ({ PARTS_SECRET_FILE: fileOf('\n') }),
    'the contents are wrong': () => ({ PARTS_SECRET_FILE: fileOf('hunter2 hunter2') }),
  }
  for (const [what, env] of Object.entries(wrong)) {
    it(`names the setting of the file, and shows no contents, where ${what}`, () => {
      const problems = problemsOf(env())
      expect(problems).to.have.length(1)
      expect(problems[0])
        .to.match(/^PARTS_SECRET_FILE /)
        .and.not.to.include('hunter2')
    })
  }

  it('reads no file for a setting that is no secret', () => {
    expect(readConfig({ LOG_LEVEL_FILE: join(folder, 'missing') }).LOG_LEVEL).to.equal('info')
  })
})
