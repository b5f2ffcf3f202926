import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { recordExamples } from './examples/record-examples.ts'

const folder = 'gateway/documents/examples'

for (const [name, recorded] of Object.entries(await recordExamples())) {
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(recorded, null, 2))
}
execFileSync('node_modules/.bin/biome', ['format', '--write', folder], { stdio: 'inherit' })
