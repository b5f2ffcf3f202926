import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect } from 'chai'
import { SETTINGS_PAGE, withSettingsTables } from '#infra/tools/readme.ts'
import { rules } from '#stages/score/audit/rules/index.ts'

const readme = readFileSync('README.md', 'utf8')
const settings = readFileSync(SETTINGS_PAGE, 'utf8')

const MAX_LINES = 120
const MAX_WORDS = 800
const MAX_PICTURE_BYTES = 300_000

/** Words that a person reads: without code, tags and the targets of links. */
function wordsOf(markdown: string): string[] {
  const prose = markdown
    .replace(/^```[\s\S]*?^```/gm, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
  return prose.match(/[\p{L}\p{N}][\p{L}\p{N}'.,:-]*/gu) ?? []
}

describe('README', () => {
  it(`has at most ${MAX_LINES} lines and ${MAX_WORDS} words`, () => {
    expect(readme.trimEnd().split('\n').length).to.be.at.most(MAX_LINES)
    expect(wordsOf(readme).length).to.be.at.most(MAX_WORDS)
  })

  it('shows pictures of at most 300 kB, each for light and dark', () => {
    const pictures = [...readme.matchAll(/infra\/docs\/pictures\/[\w.-]+/g)].map(([path]) => path)
    expect(pictures.filter((path) => !existsSync(path))).to.deep.equal([])
    for (const path of pictures) expect(statSync(path).size, path).to.be.at.most(MAX_PICTURE_BYTES)
    const light = pictures.filter((path) => path.includes('-light.'))
    expect(light.length).to.be.at.least(2)
    for (const path of light) expect(pictures).to.include(path.replace('-light.', '-dark.'))
  })

  it('counts the rules as they are', () => {
    expect(readme).to.include(`[${rules.length} rules]`)
  })

  it('names both commands', () => {
    expect(readme).to.include('\nnpm start\n').and.to.include('`npm test`')
  })
})

describe('page of settings', () => {
  it('lists the settings as they are (else: npm run readme)', () => {
    expect(withSettingsTables(settings)).to.equal(settings)
  })

  it('is the same on any machine: "cores" stands for the number of cores', () => {
    for (const name of ['RENDER_CONCURRENCY', 'WORKER_THREADS']) {
      expect(settings).to.include(`| \`${name}\` | cores |`)
    }
  })
})

describe('words of the README', () => {
  it('are counted without code, tags and targets of links', () => {
    const page = 'Two [words](a/b c) `not this`\n```\nnor this\n```\n<img alt="nor this">'
    expect(wordsOf(page)).to.deep.equal(['Two', 'words'])
  })
})
