import { join } from 'node:path'
import { buildImages, externalImages } from './build.ts'
import { composeFolder, composeOf, type Engine, findEngine, inForeground, root } from './engine.ts'
import { makePasswords } from './stack.ts'
import { testStack } from './test-stack.ts'

type Work = (engine: Engine, more: readonly string[]) => Promise<number>

const walls = ['CHROME_SANDBOX=on', 'RENDER_JAIL=on'].flatMap((setting) => ['-e', setting])
/** The container has no rights that the service does not need, and its files are read-only. */
const bounds = [
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--read-only',
  '--tmpfs=/tmp',
  '--shm-size=1g',
]

const commands: Readonly<Record<string, Work>> = {
  async build(engine) {
    await buildImages(engine)
    return 0
  },
  run(engine, more) {
    const profile = '--security-opt=seccomp=infra/image/seccomp.json'
    const given = [...bounds, profile, ...walls, '-p', '127.0.0.1:8080:8080', ...more]
    return inForeground([engine.name, 'run', '--rm', ...given, 'pageprobe'], engine)
  },
  async up(engine, more) {
    await buildImages(engine)
    await makePasswords(join(root, 'infra/.env'))
    const env = { ...engine.env, ...(await externalImages(engine)) }
    return inForeground([...composeOf(engine), 'up', '--no-build', ...more], { env, cwd: composeFolder })
  },
  async test(engine, more) {
    await buildImages(engine)
    return testStack(engine, await externalImages(engine), more)
  },
}

/** Runs `image -- build|run|up|test` with docker or podman. Returns the exit code. */
async function main([name = '', ...more]: readonly string[]): Promise<number> {
  const command = commands[name]
  if (command === undefined) throw new Error(`image -- ${Object.keys(commands).join('|')}`)
  return command(await findEngine(), more)
}

try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
