import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { withSettingsTable } from '#infra/tools/readme.ts'

describe('README', () => {
  it('lists the settings as they are (else: npm run readme)', () => {
    const readme = readFileSync('README.md', 'utf8')
    expect(withSettingsTable(readme)).to.equal(readme)
  })

  it('is the same on any machine: "cores" stands for the number of cores', () => {
    const readme = readFileSync('README.md', 'utf8')
    for (const name of ['RENDER_CONCURRENCY', 'EXTRACT_WORKERS', 'SCORE_WORKERS']) {
      expect(readme).to.include(`| \`${name}\` | cores |`)
    }
  })

  it('names every top-level folder', () => {
    const readme = readFileSync('README.md', 'utf8')
    for (const folder of ['gateway/', 'stages/', 'shared/', 'infra/', 'test/', 'proto/']) {
      expect(readme).to.include(`\`${folder}`)
    }
  })
})
