import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { report, reportFormat } from '#gateway/cli/batch/commands/report.ts'
import { commandFixture } from '../command-fixture.ts'
import { errorBody, json, type Responder } from '../fake-service.ts'

describe('report', () => {
  const cli = commandFixture({ report })
  const said: Responder = (response, { headers }) =>
    response.setHeader('content-type', headers.accept ?? '').end(`as ${headers.accept}\n`)
  const answers = { 'GET /batches/b1/report': [said] }

  it('is Markdown on stdout', async () => {
    expect(await cli.run(answers, ['report', 'b1'])).to.deep.equal({
      code: 0,
      stdout: 'as text/markdown\n',
      stderr: '',
    })
  })

  it('is written to a file, in the format of its ending', async () => {
    const { code, stdout, stderr } = await cli.run(answers, ['report', 'b1', '--output', 'site.html'])
    expect([code, stdout]).to.deep.equal([0, ''])
    expect(stderr).to.include(join(cli.box.folder, 'site.html'))
    expect(await readFile(join(cli.box.folder, 'site.html'), 'utf8')).to.equal('as text/html\n')
  })

  it('is compared with another batch, in any format', async () => {
    const { stdout } = await cli.run(answers, ['report', 'b1', '--compare', 'b 0', '--format', 'json'])
    expect(stdout).to.equal('as application/json\n')
    expect(cli.service.requests[0]?.path).to.equal('/batches/b1/report?compare=b%200')
  })

  it('has issues of some severities alone where that is wanted', async () => {
    await cli.run(answers, ['report', 'b1', '--severity', 'error,warning'])
    expect(cli.service.requests[0]?.path).to.equal('/batches/b1/report?severity=error%2Cwarning')
  })

  it('is a PDF, byte for byte, with the names that are given', async () => {
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe])
    const pdf: Responder = (response, { headers }) =>
      response.setHeader('content-type', headers.accept ?? '').end(bytes)
    await writeFile(join(cli.box.folder, 'logo.svg'), '<svg/>')
    const { code } = await cli.run({ 'GET /batches/b1/report': [pdf] }, [
      ...['report', 'b1', '--output', 'site.pdf'],
      ...['--title', 'A & B', '--client', 'Us', '--logo', 'logo.svg'],
    ])
    expect(code).to.equal(0)
    expect((await readFile(join(cli.box.folder, 'site.pdf'))).equals(bytes)).to.equal(true)
    const asked = new URL(cli.service.requests[0]?.path ?? '', 'http://probe.example').searchParams
    expect(Object.fromEntries(asked)).to.deep.equal({
      title: 'A & B',
      client: 'Us',
      logo: 'data:image/svg+xml;base64,PHN2Zy8+',
    })
  })

  it('needs a logo that is a file and an image', async () => {
    const missing = await cli.run(answers, ['report', 'b1', '--logo', 'none.png'])
    expect([missing.code, missing.stderr]).to.deep.equal([1, missing.stderr])
    expect(missing.stderr).to.include('none.png')
    expect(() => report.parse(['b1', '--logo', 'logo.exe'])).to.throw(
      '--logo must be a .png, .jpg or .svg file',
    )
  })

  it('says what the service says, and where a file cannot be written', async () => {
    const missing = {
      'GET /batches/b1/report': [json(404, errorBody('NOT_FOUND', 'There is no such batch', {}))],
    }
    expect((await cli.run(missing, ['report', 'b1'])).stderr).to.include('There is no batch b1')
    expect((await cli.run(answers, ['report', 'b1', '--output', 'no/such/folder/a.md'])).stderr).to.include(
      'Cannot write to',
    )
  })

  for (const [file, format] of Object.entries({
    'a.HTM': 'html',
    'a.json': 'json',
    'a.PDF': 'pdf',
    'a.md': 'markdown',
    'a.txt': 'markdown',
  })) {
    it(`is ${format} in ${file}`, () => expect(reportFormat(null, file)).to.equal(format))
  }
  it('has no other formats', () => {
    expect(reportFormat('html', 'a.json')).to.equal('html')
    expect(() => reportFormat('docx', null)).to.throw('--format must be one of')
  })
})
