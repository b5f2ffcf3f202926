import { fileURLToPath } from 'node:url'
import { ensureChromium } from './chromium.mjs'
import { ensureConsole } from './console.mjs'
import { ensurePackages } from './packages.mjs'
import { runSetup } from './progress.mjs'

/** Set-up of `npm start`. Runs on any Node.js from 18 on, before any package is installed. */
const root = fileURLToPath(new URL('../..', import.meta.url))

await runSetup(async () => {
  await ensurePackages(root)
  await ensureConsole(root)
  await ensureChromium(root)
})
