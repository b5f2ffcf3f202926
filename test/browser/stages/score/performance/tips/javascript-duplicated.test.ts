import { expect } from 'chai'
import { build } from 'esbuild'
import { html, script } from '#test/site/lab-resources/pages.ts'
import { functions, totalBytes } from '#test/support/performance/generated-code.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { type Advised, advising } from './advising.ts'

/** A package of about 5 KB, which each entry uses. */
const library = `${functions('library', 5)}\nexport const all = [library0, library1, library2, library3, library4]`

/** A bundle as a site has it, with a source map in it. */
async function bundle(name: string, isLibraryIn: boolean): Promise<string> {
  const own = `${functions(name, 3)}\nwindow.${name} = [${name}0, ${name}1, ${name}2]`
  const contents = isLibraryIn ? `import { all } from 'library'\nwindow.all = all\n${own}` : own
  const { outputFiles } = await build({
    stdin: { contents, sourcefile: `src/${name}.js`, resolveDir: '/' },
    ...{ bundle: true, minify: true, write: false, outdir: '/', sourcemap: 'inline', sourcesContent: false },
    plugins: [
      {
        name: 'library',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^library$/ }, () => ({
            path: '/node_modules/library/index.js',
            namespace: 'file',
          }))
          onLoad({ filter: /library/ }, () => ({ contents: library }))
        },
      },
    ],
  })
  return outputFiles[0]?.text ?? ''
}

const [one, other, mended] = await Promise.all([
  bundle('one', true),
  bundle('other', true),
  bundle('other', false),
])
const withoutMap = (text: string) => text.replace(/\/\/# sourceMappingURL.*/, '').length
const src = (...paths: string[]): Route =>
  html(`<p>Text</p>${paths.map((path) => `<script src=${path}></script>`).join('')}`)

describe('advice on duplicated scripts', () => {
  const { advise } = advising({
    '/files': src('/lib.js', '/lib.js?v=2', '/vendor/lib.js'),
    '/mended': src('/lib.js', '/different.js', '/one.js', '/mended.js'),
    '/lib.js': script(functions('library', 5)),
    '/lib.js?v=2': script(functions('library', 5)),
    '/vendor/lib.js': script(functions('library', 5)),
    '/different.js': script(functions('librarx', 5)),
    '/bundles': src('/one.js', '/other.js'),
    '/one.js': script(one),
    '/other.js': script(other),
    '/mended.js': script(mended),
  })

  let distinct: Advised
  before(async () => {
    distinct = await advise('/mended')
  })

  it('is not given where each file and each module is there once', () => {
    expect(distinct.tips).not.to.have.property('javascript-duplicated')
  })

  it('says what loading each file once saves: as much as the page that does transfers less', async () => {
    const { tips, measurement } = await advise('/files')
    const message = tips['javascript-duplicated'] ?? ''
    expect(message).to.include('1 script or module loaded more than once').and.include('lib.js')
    const said = Number(/about ([\d.]+) KiB/.exec(message)?.[1]) * 1024
    const saved =
      totalBytes(measurement.requests, 'lib.js') - totalBytes(distinct.measurement.requests, '/lib.js')
    expect(said).to.be.within(saved - 100, saved + 100)
  })

  it('says what sharing a module of bundles saves, by their source maps', async () => {
    const { tips, measurement } = await advise('/bundles')
    const message = tips['javascript-duplicated'] ?? ''
    expect(message).to.include('node_modules/library/index.js')
    expect(measurement.duplicatedCode?.map(({ copies }) => copies.length)).to.deep.equal([2])
    const said = Number(/about ([\d.]+) KiB/.exec(message)?.[1]) * 1024
    const saved = withoutMap(other) - withoutMap(mended)
    expect(said).to.be.within(saved * 0.95, saved * 1.05)
  })
})
