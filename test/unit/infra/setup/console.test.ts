import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

const PAGE = '<link rel="stylesheet" href="STYLE" />PRELOADS<script type="module" src="SCRIPT"></script>'

describe('set-up: console', () => {
  let box: Sandbox
  const setUp = () => box.run(process.execPath, ['infra/setup/console.mjs'])
  const built = (path: string) => join(box.folder, 'gateway/console/built', path)
  const page = () => readFileSync(built('index.html'), 'utf8')

  beforeEach(async () => {
    box = await sandbox()
    await box.copy('infra/setup')
    await box.write('package.json', '{}')
    await box.write('package-lock.json', '{}')
    await box.write('gateway/console/app/index.html', PAGE)
    await box.write('gateway/console/app/style.css', 'p { color: red }')
    await box.write('gateway/console/app/later.ts', `export const later = 'later'`)
    await box.write(
      'gateway/console/app/main.tsx',
      `import './style.css'\nimport('./later.ts').then(console.log)`,
    )
    symlinkSync(join(root, 'node_modules'), join(box.folder, 'node_modules'))
  })
  afterEach(() => box.remove())

  it('builds the page with files of hashed names', async () => {
    const { code, stdout, stderr } = await setUp()
    expect([code, stdout]).to.deep.equal([0, ''])
    expect(stderr).to.include('console')
    const [, style = ''] = /href="(assets\/main-\w{8}\.css)"/.exec(page()) ?? []
    const [, script = ''] = /src="(assets\/main-\w{8}\.js)"/.exec(page()) ?? []
    expect(readFileSync(built(style), 'utf8')).to.match(/color:\s*red/)
    expect(readFileSync(built(script), 'utf8')).to.include('import(')
    expect(readdirSync(built('assets')).length).to.equal(3)
  })

  it('does nothing when it was built from the same sources', async () => {
    await setUp()
    expect((await setUp()).stderr).to.equal('')
  })

  it('builds again after a change, under another name, and keeps no old file', async () => {
    await setUp()
    const before = page()
    await box.write('gateway/console/app/later.ts', `export const later = 'changed'`)
    await setUp()
    expect(page()).not.to.equal(before)
    expect(readdirSync(built('assets')).length).to.equal(3)
  })

  it('says what is wrong with the sources, and builds again at the next start', async () => {
    await box.write('gateway/console/app/main.tsx', 'const = 1')
    const { code, stderr } = await setUp()
    expect(code).to.equal(1)
    expect(stderr).to.match(/the console could not be built: .*main\.tsx/s)
    expect(existsSync(built('version'))).to.equal(false)
  })
})
