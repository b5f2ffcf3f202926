import { readFileSync, writeFileSync } from 'node:fs'
import { rulesPage } from './rules-page.ts'
import { withSettingsTable } from './settings-table.ts'
import { tipsPage } from './tips-page.ts'

writeFileSync('README.md', withSettingsTable(readFileSync('README.md', 'utf8')))
writeFileSync('stages/score/performance/README.md', tipsPage())
writeFileSync('stages/score/audit/README.md', rulesPage())
