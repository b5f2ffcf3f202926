import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './chromium.mjs'
import { runCommand } from './command.mjs'
import { ensureConsole } from './console.mjs'
import { ensurePackages } from './packages.mjs'
import { runSetup } from './progress.mjs'

/**
 * Set-up of `npm test`: that of `npm start`, the programs of Kafka, Redis and MinIO for the tests, and the Python
 * packages of `infra/analytics`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

await runSetup(async () => {
  await ensurePackages(root)
  await ensureConsole(root)
  await ensureChromium(root)
  const node = join(root, 'node_modules/.bin/node')
  await runCommand(node, [join(root, 'infra/services/prepare.ts')], { cwd: root, live: true })
})
