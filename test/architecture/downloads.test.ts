import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'

interface Rule {
  readonly files: RegExp
  /** A place where something is taken from elsewhere. */
  readonly download: RegExp
  /** What the place must have, so that it is the same tomorrow. */
  readonly pinned: RegExp
}

/** How programs, images and packages come from elsewhere, and how each is bound to one version or content. */
const rules: Readonly<Record<string, Rule>> = {
  'an image of a build': {
    files: /Dockerfile$/,
    download: /^FROM (?!scratch$).*$/gim,
    pinned: /^FROM \S+:\S+@sha256:[0-9a-f]{64}( AS \w+)?$/i,
  },
  'an image of Compose': {
    files: /compose\.ya?ml$/,
    download: /^ *image: (?!pageprobe(-minio)?$).*$/gm,
    pinned: /[\w/]+:[\w.-]+@sha256:[0-9a-f]{64}\}?$/,
  },
  'a package that is run without the lock file': {
    files: /\.(ts|mjs|cjs|json|md|ya?ml|sh|Dockerfile)$|Dockerfile$|^\.ci\//,
    download: /\b(npx|npm exec|npm create|npm init|pnpx|bunx|yarn dlx)\b.*/g,
    pinned: /(npx|exec)( --?[\w-]+)* @?[\w./-]+@\d+\.\d+\.\d+\b/,
  },
  'a program of Go': {
    files: /\.(ts|mjs|md|sh)$|Dockerfile$/,
    download: /\bgo (install|run) .*@[\w.-]+/g,
    pinned: /@v\d+\.\d+\.\d+(-[\w.]+)*/,
  },
  'a package of Python': {
    files: /\.(ts|mjs|md|sh|py)$|Dockerfile$/,
    download: /\bpip install .*/g,
    pinned: /--require-hashes|==\d+\.\d+/,
  },
  'a script that is run as it comes': {
    files: /./,
    download: /\b(curl|wget)\b[^\n|]*\|\s*(sudo )?(ba|z|da)?sh\b/g,
    pinned: /(?!)/,
  },
  'an action of a workflow': {
    files: /\.ya?ml$/,
    download: /^\s*-? *uses: .*/gm,
    pinned: /@[0-9a-f]{40}\b/,
  },
}

const folders = '{.ci,.github,gateway,infra,proto,shared,stages,test}/**/*'
const notOurs = /^test\/(fixtures|golden|architecture)\/|^gateway\/console\/built\/|^package-lock\.json$/
const files = globSync(['*', folders], { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  .filter((path) => !notOurs.test(path))

function unpinned(text: string, { download, pinned }: Rule): string[] {
  return [...text.matchAll(download)].map(([place]) => place.trim()).filter((place) => !pinned.test(place))
}

describe('what comes from elsewhere', () => {
  it('is looked for in all files', () => {
    expect(files).to.include.members([
      '.ci/run',
      'package.json',
      'infra/Dockerfile',
      'infra/setup/chromium.mjs',
    ])
  })

  for (const [name, rule] of Object.entries(rules)) {
    it(`is bound to one version or content: ${name}`, () => {
      const found = files
        .filter((path) => rule.files.test(path))
        .flatMap((path) =>
          unpinned(readFileSync(join(root, path), 'utf8'), rule).map((place) => `${path}: ${place}`),
        )
      expect(found).to.deep.equal([])
    })
  }

  const planted: Readonly<Record<string, readonly string[]>> = {
    'an image of a build': ['FROM node:24', 'FROM node:24 AS build', 'from node@sha256:12'],
    'an image of Compose': ['    image: redis:8', '  image: $' + '{A_IMAGE:-redis:8.2-alpine}'],
    'a package that is run without the lock file': [
      'npx cowsay',
      'npx --yes @puppeteer/browsers install chrome@stable',
      'npx cowsay@latest',
      'npm exec cowsay@1',
    ],
    'a program of Go': ['go install example.com/a@latest', 'go run example.com/a@main'],
    'a package of Python': ['pip install duckdb', 'pip install -r requirements.txt'],
    'a script that is run as it comes': [
      'curl -fsSL https://a.example/i.sh | sh',
      'wget -qO- https://a.example | sudo bash',
    ],
    'an action of a workflow': ['      - uses: actions/checkout@v4'],
  }
  for (const [name, places] of Object.entries(planted))
    for (const place of places)
      it(`would be found: ${place}`, () =>
        expect(unpinned(place, rules[name] as Rule)).to.deep.equal([place.trim()]))

  it('is accepted where it is bound', () => {
    const digest = `sha256:${'0a'.repeat(32)}`
    expect(unpinned(`FROM node:24.1@${digest} AS build`, rules['an image of a build'] as Rule)).to.deep.equal(
      [],
    )
    expect(unpinned(`image: $\{A:-redis:8.2@${digest}}`, rules['an image of Compose'] as Rule)).to.deep.equal(
      [],
    )
    const run = rules['a package that is run without the lock file'] as Rule
    expect(unpinned('npx --yes cowsay@1.6.0', run)).to.deep.equal([])
  })
})
