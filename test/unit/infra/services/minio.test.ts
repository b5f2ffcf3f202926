import { expect } from 'chai'
import { prepareMinio, provideMinio } from '#infra/services/minio.ts'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

describe('provideMinio', () => {
  const settings = {
    S3_TEST_ENDPOINT: 'http://192.0.2.1:9010',
    S3_TEST_ACCESS_KEY: 'a',
    S3_TEST_SECRET_KEY: 's',
  }
  beforeEach(() => Object.assign(process.env, settings))
  afterEach(() => {
    for (const name of Object.keys(settings)) delete process.env[name]
  })

  it('takes the service that the settings name, and installs and starts nothing', async () => {
    await prepareMinio()
    const provided = await provideMinio()
    if (provided.kind !== 'running') throw new Error(provided.reason)
    expect(provided.service.port).to.equal(9010)
    expect(provided.service.env).to.deep.equal({
      S3_ENDPOINT: 'http://192.0.2.1:9010',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 's',
    })
  })
})

describe('prepareMinio', () => {
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  /** Prepares with a Go whose cache has a module with this digest; returns what was built, or why not. */
  async function prepareWith(sum: string): Promise<string> {
    await box.program(
      'go',
      `case "$1" in
  mod) echo '{ "Sum": "${sum}" }' ;;
  install) echo "$2" >> "$HOME/built" ;;
esac`,
    )
    const source = `
      const { prepareMinio } = await import('${root}/infra/services/minio.ts')
      await prepareMinio().catch((error) => console.log(error.message))`
    const { stdout } = await box.run(process.execPath, ['--input-type=module', '--eval', source])
    return stdout || (await box.run('/bin/cat', ['built'])).stdout
  }

  it('builds the known module alone', async () => {
    expect(await prepareWith('h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')).to.include(
      'is not the module with h1:',
    )
    expect((await box.run('/bin/cat', ['built'])).code).to.equal(1)
    const known = 'h1:/qdoYujxF5MBLDMVLeiYJ/7fBa1HikX39Dvzb9Ji8pA='
    expect(await prepareWith(known)).to.match(
      /^github\.com\/minio\/minio@v0\.0\.0-20260212201848-7aac2a2c5b7c\n$/,
    )
  })
})
