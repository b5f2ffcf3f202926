import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageOrFallback } from './bases.ts'
import type { Engine } from './engine.ts'
import { type Command, mustRun, root } from './programs.ts'

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
  const apart = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--layers']
  const text = await readFile(join(root, file), 'utf8')
  const bases: string[] = []
  for (const [base] of text.matchAll(/(?<=^FROM )\S+/gm)) {
    bases.push(`--build-context=${base}=container-image://${await imageOrFallback(base, env)}`)
  }
  return [
    'buildah',
    'bud',
    '--format',
    'docker',
    ...apart,
    ...secret(),
    ...bases,
    '-f',
    file,
    '-t',
    name,
    context,
  ]
}

/**
 * The certificates of a network with its own authority: where Node.js is configured with them, downloads of the build
 * use them too.
 */
function secret(): string[] {
  const file = process.env.NODE_EXTRA_CA_CERTS
  return file ? ['--secret', `id=ca,src=${file}`] : []
}
