import { createHash } from 'node:crypto'
import { copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, succeeds } from '#infra/services/command.ts'
import { kafkaJars } from '#infra/services/kafka/java.ts'
import { prepareKafka } from '#infra/services/kafka.ts'
import { type Command, type Engine, mustRun, root } from './engine.ts'

interface Image {
  readonly name: string
  readonly file: string
  readonly context: string
}

const images: readonly Image[] = [
  { name: 'pageprobe', file: 'infra/Dockerfile', context: '.' },
  { name: 'pageprobe-minio', file: 'infra/minio.Dockerfile', context: 'infra' },
]

/** Builds all images of compose.yaml; third-party images are pulled, or built by `imageOrFallback`. */
export async function buildImages(engine: Engine): Promise<void> {
  for (const image of images) {
    await mustRun(engine.name === 'docker' ? byDocker(image) : await byBuildah(image, engine), engine)
  }
}

/** The settings of compose.yaml for third-party images that are not the default ones. */
export async function externalImages(engine: Engine): Promise<Record<string, string>> {
  if (engine.name === 'docker') return {}
  const text = await readFile(join(root, 'infra/compose.yaml'), 'utf8')
  const found: Record<string, string> = {}
  for (const [, setting = '', name = ''] of text.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)) {
    found[setting] = await imageOrFallback(name, engine.env)
  }
  return found
}

function byDocker({ name, file, context }: Image): Command {
  return ['docker', 'build', ...secret(), '-f', file, '-t', name, context]
}

/** In docker's format, since OCI's has no health check; without namespaces, which a container may not create. */
async function byBuildah({ name, file, context }: Image, { env }: Engine): Promise<Command> {
  const bases = await buildContexts(join(root, file), env)
  return buildah('--layers', ...secret(), ...bases, '-f', file, '-t', name, context)
}

function buildah(...args: readonly string[]): Command {
  const apart = ['--isolation', 'chroot', '--network', 'host', '--pull-never']
  return ['buildah', 'bud', '--format', 'docker', ...apart, ...args]
}

/**
 * The certificates of a network with its own authority: where Node.js is configured with them, downloads of the build
 * use them too.
 */
function secret(): string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS
  return file ? ['--secret', `id=ca,src=${file}`] : []
}

type Env = Readonly<Record<string, string>>

const recipes = join(import.meta.dirname, 'bases')
const ROOT_FILES = 'debian.tar'
/** The npm of the image "node". */
const NPM = {
  version: '11.19.0',
  sha512: 'SDd/hHg3KqHE5Ht2NHWxNYNtqCQ2pXAPLl6OtQhPyED5PHsRfrOtO199MZTIG2cQoQ1ZRI9t28shrD+2cr3AAw==',
}

/**
 * Prepares the build context of a fallback image in an empty folder. Returns the folder to build from, when it is
 * another one.
 */
const contexts: Readonly<Record<string, (folder: string) => Promise<string | undefined>>> = {
  async debian(folder) {
    await mustRun(['mmdebstrap', '--variant=minbase', 'bookworm', join(folder, ROOT_FILES)])
  },
  async node(folder) {
    await copyFile(join(root, 'node_modules/node/bin/node'), join(folder, 'node'))
    await runCommand('npm', ['pack', '--silent', `npm@${NPM.version}`], { cwd: folder })
    const file = join(folder, `npm-${NPM.version}.tgz`)
    const digest = createHash('sha512')
      .update(await readFile(file))
      .digest('base64')
    if (digest !== NPM.sha512) throw new Error(`npm ${NPM.version} has another SHA-512: ${digest}`)
    await copyFile(file, join(folder, 'npm.tgz'))
  },
  async golang() {
    return (await runCommand('go', ['env', 'GOROOT'])).trim()
  },
  async redis() {},
  async postgres(folder) {
    await copyFile(join(recipes, 'postgres-run.sh'), join(folder, 'postgres-run.sh'))
  },
  async kafka(folder) {
    await prepareKafka()
    await cp(join(kafkaJars(), 'libs'), join(folder, 'libs'), { recursive: true })
    for (const file of ['kafka-run.sh', 'log4j2.yaml'])
      await copyFile(join(recipes, file), join(folder, file))
  },
}

/**
 * For podman: returns the image and pulls it unless it is present. Where no registry is reachable, builds a fallback
 * from packages of Debian and files of this machine; its name says that it is one. Rejects with the reason when both
 * fail.
 */
async function imageOrFallback(name: string, env: Env): Promise<string> {
  const kind = kindOf(name)
  const fallback = `localhost/pageprobe-base/${kind}`
  for (const one of [name, fallback])
    if (await succeeds('podman', ['image', 'exists', one], { env })) return one
  const path = name.includes('/') ? name : `library/${name}`
  if (await succeeds('podman', ['pull', '--quiet', `docker.io/${path}`], { env })) return name
  process.stdout.write(`${name} cannot be pulled: building a fallback image\n`)
  await buildFallback(kind, fallback, env)
  return fallback
}

/** `docker.io/library/node:24` and `node:24` are both of kind `node`. */
function kindOf(name: string): string {
  return name.split(':')[0]?.split('/').at(-1) ?? ''
}

async function buildFallback(kind: string, name: string, env: Env): Promise<void> {
  const fill = contexts[kind]
  if (fill === undefined) throw new Error(`there is no fallback image for ${kind}`)
  if (kind === 'debian' && !(await succeeds('mmdebstrap', ['--version']))) {
    throw new Error('mmdebstrap is missing, which builds the fallback image: apt-get install mmdebstrap')
  }
  const folder = await mkdtemp(join(tmpdir(), 'pageprobe-base-'))
  try {
    const context = (await fill(folder)) ?? folder
    const file = join(recipes, `${kind}.Dockerfile`)
    const bases = await buildContexts(file, env)
    await mustRun(buildah(...bases, '-f', file, '-t', name, context), { env })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The options that give each image that a file begins with by `FROM <image>`, or its fallback, to the build. */
async function buildContexts(file: string, env: Env): Promise<string[]> {
  const options: string[] = []
  for (const [image] of (await readFile(file, 'utf8')).matchAll(/(?<=^FROM )(?!scratch$)\S+/gm))
    options.push(`--build-context=${image}=container-image://${await imageOrFallback(image, env)}`)
  return options
}
