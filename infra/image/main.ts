import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makePasswords } from './passwords.ts'

const root = join(import.meta.dirname, '../..')
const commands: Readonly<Record<string, readonly string[]>> = {
  build: ['build', '-f', 'infra/Dockerfile', '-t', 'pageprobe', '.'],
  run: [
    'run',
    '--rm',
    '--security-opt',
    'seccomp=infra/image/seccomp.json',
    '-e',
    'CHROME_SANDBOX=on',
    '-e',
    'RENDER_JAIL=on',
    '-p',
    '127.0.0.1:8080:8080',
    'pageprobe',
  ],
  up: ['compose', '-f', 'infra/compose.yaml', 'up', '--build'],
}

/** `image -- build|run|up`: by docker. `up` makes the passwords first. The code of docker, 1 when it can't be run. */
async function main([name = '', ...rest]: readonly string[]): Promise<number> {
  const command = commands[name]
  if (command === undefined) throw new Error(`image -- ${Object.keys(commands).join('|')}`)
  if (name === 'up') await makePasswords(join(root, 'infra/.env'))
  const { status, error } = spawnSync('docker', [...command, ...rest], { cwd: root, stdio: 'inherit' })
  if (error) throw new Error(`docker can't be run: ${error.message}`)
  return status ?? 1
}

try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
