import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runSetup, SetupProblem, step } from './progress.mjs'

const APP = 'gateway/console/app'
/** What the script of the page asks for at once. */
const START = `${APP}/shell/start.tsx`
const BUILT = 'gateway/console/built'
/** What the build depends on besides the sources of the application. */
const INPUTS = ['package-lock.json', 'infra/setup/console.mjs']

/**
 * Builds the console into the ignored folder `gateway/console/built`, unless it was built from the same sources; a package
 * that has the built files alone has no sources. Throws a SetupProblem when that fails.
 */
export async function ensureConsole(root) {
  if (!existsSync(join(root, APP))) return
  const version = sourceVersion(root)
  const stamp = join(root, BUILT, 'version')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return
  await step('console', () => build(root, version)).catch((error) => {
    throw new SetupProblem(`the console could not be built: ${error.message}`)
  })
}

/** A digest of everything that the built files depend on. */
function sourceVersion(root) {
  const names = readdirSync(join(root, APP), { recursive: true })
  const files = names
    .filter((name) => /\.(tsx?|css|html|json|webp)$/.test(name))
    .map((name) => join(APP, name))
  const digest = createHash('sha256')
  for (const path of [...files.sort(), ...INPUTS]) digest.update(path).update(readFileSync(join(root, path)))
  return digest.digest('hex')
}

/** Writes the page and its hashed files. The stamp is written last: an interrupted build is repeated. */
async function build(root, version) {
  const { build: bundle } = await import('esbuild')
  rmSync(join(root, BUILT), { recursive: true, force: true })
  const result = await bundle({
    absWorkingDir: root,
    entryPoints: [`${APP}/main.tsx`],
    outdir: `${BUILT}/assets`,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2024',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    loader: { '.webp': 'file' },
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
  })
  mkdirSync(join(root, BUILT), { recursive: true })
  writeFileSync(join(root, BUILT, 'index.html'), page(root, result.metafile))
  writeFileSync(join(root, BUILT, 'version'), version)
}

/**
 * The page with the hashed names of its style, of its script, and of the parts that the script asks for at once: the
 * browser loads them beside it.
 */
function page(root, { outputs }) {
  const [script, entry] = Object.entries(outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith('/main.tsx'),
  )
  const [start] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === START) ?? []
  const parts = [...new Set([script, start].flatMap((path) => [path, ...staticImports(outputs, path)]))]
  const preloads = parts.filter((path) => path !== undefined && path !== script)
  const html = withoutLines(readFileSync(join(root, APP, 'index.html'), 'utf8'))
  return html
    .replaceAll('STYLE', `assets/${basename(entry.cssBundle)}`)
    .replace('SCRIPT', `assets/${basename(script)}`)
    .replace(
      'PRELOADS',
      preloads.map((path) => `<link rel="modulepreload" href="assets/${basename(path)}" />`).join(''),
    )
}

/** Without line breaks, so that its texts are those that the console has: it takes them over as they are. */
function withoutLines(html) {
  return html
    .replace(/>\s*\n\s*/g, '>')
    .replace(/\s*\n\s*</g, '<')
    .replace(/\s*\n\s*/g, ' ')
}

function staticImports(outputs, path) {
  const imports = outputs[path]?.imports ?? []
  return imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path)
}

// As a program: for container images, where nothing else of the set-up runs.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runSetup(() => ensureConsole(fileURLToPath(new URL('../..', import.meta.url))))
}
